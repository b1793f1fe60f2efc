-- What luck and judgement did in a game that is over, as JSON. It can be worked out again at any time.
CREATE TABLE analyses (
    game TEXT NOT NULL PRIMARY KEY REFERENCES games (id),
    analysis TEXT NOT NULL
);
