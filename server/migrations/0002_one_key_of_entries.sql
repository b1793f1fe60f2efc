-- Whoever adds an entry has seen all before it, with their requests, or its compare-and-set fails: that a request is
-- done once needs no index of its own, which cost more than the entry.
DROP INDEX entries_by_request;
