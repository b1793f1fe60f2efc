-- One schema for SQLite and PostgreSQL: only types and words that both have.
CREATE TABLE games (
    id TEXT NOT NULL PRIMARY KEY,
    status TEXT NOT NULL,
    listed BIGINT NOT NULL,
    -- Moves by one with every change of the game, by compare-and-set; the head is the number of entries.
    version BIGINT NOT NULL,
    head BIGINT NOT NULL,
    -- What is kept of the game beside its entries, as JSON.
    folder TEXT NOT NULL,
    -- 1 while a machine has something to decide.
    due BIGINT NOT NULL,
    lease_owner TEXT,
    lease_until BIGINT NOT NULL DEFAULT 0,
    created BIGINT NOT NULL,
    updated BIGINT NOT NULL
);
CREATE INDEX games_by_status ON games (status, updated);
CREATE INDEX games_due ON games (lease_until) WHERE due = 1;
CREATE INDEX games_listed ON games (updated) WHERE listed = 1;

CREATE TABLE entries (
    game TEXT NOT NULL REFERENCES games (id),
    number BIGINT NOT NULL,
    -- What was done, as JSON; dice are derived from its number.
    deed TEXT NOT NULL,
    -- The hash of the state after it, under the game's key.
    hash TEXT NOT NULL,
    -- The request that did it: the seat's idempotency key, the hash of the body, and the answer it got.
    seat TEXT,
    request TEXT,
    body TEXT,
    answer TEXT,
    at BIGINT NOT NULL,
    PRIMARY KEY (game, number)
);
CREATE UNIQUE INDEX entries_by_request ON entries (game, seat, request) WHERE request IS NOT NULL;

-- Which browsers (by the hash of their cookie) sit in which games. Who sits where is in the folder.
CREATE TABLE sittings (
    session TEXT NOT NULL,
    game TEXT NOT NULL REFERENCES games (id),
    PRIMARY KEY (session, game)
);
CREATE INDEX sittings_by_game ON sittings (game);
