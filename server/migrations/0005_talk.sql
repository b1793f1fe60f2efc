-- What players of a game say to one another, line by line.
CREATE TABLE lines (
    game TEXT NOT NULL REFERENCES games (id),
    number BIGINT NOT NULL,
    seat TEXT NOT NULL,
    text TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (game, number)
);

-- What those who sit at a seat have noted for themselves.
CREATE TABLE notes (
    game TEXT NOT NULL REFERENCES games (id),
    seat TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (game, seat)
);

-- Whom a game waits for and how far it has come, as JSON, for lists of games: they need not be taken up for that.
ALTER TABLE games ADD COLUMN stand TEXT NOT NULL DEFAULT '';
