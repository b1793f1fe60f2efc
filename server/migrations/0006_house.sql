-- What the server keeps for itself, by name: the key under which cookies are issued, and a mark that shows that it can
-- write.
CREATE TABLE house (
    name TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
);
