-- Clubs: their members, and the board that members alone read and write.
CREATE TABLE club (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    -- What the name looks like: no two open clubs have names of one look.
    look TEXT NOT NULL,
    -- The name as it is searched for; it differs as well.
    searched TEXT NOT NULL,
    about TEXT NOT NULL,
    -- `open`, `request` or `link`.
    entry TEXT NOT NULL,
    -- The secret of the link that invites.
    invite TEXT NOT NULL,
    -- 1 if a moderator has given the name, which stays then.
    name_kept BIGINT NOT NULL,
    created BIGINT NOT NULL,
    -- When it was closed; what was written in it goes some time after.
    closed BIGINT,
    -- Number of the last post.
    posts BIGINT NOT NULL
);
CREATE UNIQUE INDEX club_look ON club (look) WHERE closed IS NULL;
CREATE INDEX club_listed ON club (created) WHERE closed IS NULL AND entry <> 'link';

CREATE TABLE club_member (
    club TEXT NOT NULL,
    player TEXT NOT NULL,
    -- `owner`, `officer`, `member`, `asking` or `removed`.
    role TEXT NOT NULL,
    since BIGINT NOT NULL,
    -- 1 for those who are told of the club's events.
    told BIGINT NOT NULL,
    PRIMARY KEY (club, player)
);
CREATE INDEX club_member_player ON club_member (player);

CREATE TABLE club_post (
    club TEXT NOT NULL,
    number BIGINT NOT NULL,
    -- The post that this one answers.
    parent BIGINT,
    -- Null, with the text, once it is deleted and has answers.
    author TEXT,
    at BIGINT NOT NULL,
    text TEXT,
    announces BIGINT NOT NULL,
    -- 1 if its author alone sees it.
    shadowed BIGINT NOT NULL,
    PRIMARY KEY (club, number)
);
CREATE INDEX club_post_parent ON club_post (club, parent) WHERE parent IS NOT NULL;
CREATE INDEX club_post_author ON club_post (author) WHERE author IS NOT NULL;
CREATE INDEX club_post_deleted ON club_post (club) WHERE text IS NULL;

-- The club that an event belongs to.
ALTER TABLE event ADD COLUMN club TEXT;
CREATE INDEX event_club ON event (club, starts) WHERE club IS NOT NULL;
