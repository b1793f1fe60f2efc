-- An entry is kept as its log has it, with its dice, its sentences and the hash of the state after it. What release 0.1.0
-- has kept as JSON is written anew when its game is next taken up; its hashes were of other bytes.
ALTER TABLE entries RENAME COLUMN deed TO text;
ALTER TABLE entries DROP COLUMN hash;

-- How each game stood after its last entry, as JSON: from there it goes on where the rules of a later release lead
-- elsewhere. It is written with every entry.
CREATE TABLE snapshots (
    game TEXT NOT NULL PRIMARY KEY REFERENCES games (id),
    entry BIGINT NOT NULL,
    state TEXT NOT NULL
);
