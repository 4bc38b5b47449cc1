-- Tournaments. An event is a log, as a game is; `seq` is the number of its last entry.
CREATE TABLE event (
    id TEXT PRIMARY KEY,
    -- Name, game, time control and format, as JSON.
    body TEXT NOT NULL,
    -- Whose it is; null for the events of the site's calendar.
    creator TEXT,
    created INTEGER NOT NULL,
    starts INTEGER NOT NULL,
    -- `upcoming`, `running`, `finished` or `cancelled`.
    stage TEXT NOT NULL,
    seq INTEGER NOT NULL,
    ended INTEGER
) STRICT;
CREATE INDEX event_stage ON event (stage, starts);
CREATE INDEX event_ended ON event (stage, ended) WHERE ended IS NOT NULL;
CREATE INDEX event_creator ON event (creator) WHERE creator IS NOT NULL AND stage = 'upcoming';

-- An entry is written with the next number, so that two nodes cannot go on differently.
CREATE TABLE event_log (
    event TEXT NOT NULL,
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (event, seq)
) STRICT;

-- The games of events, by their numbers there.
CREATE TABLE event_game (
    event TEXT NOT NULL,
    number INTEGER NOT NULL,
    game TEXT NOT NULL,
    PRIMARY KEY (event, number)
) STRICT;
CREATE UNIQUE INDEX event_game_game ON event_game (game);
