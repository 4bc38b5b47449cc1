-- Since when an account is that of a program, for good; null for those of people.
ALTER TABLE account ADD COLUMN bot BIGINT;

-- The games of a player that go on, and those that have ended by their end.
CREATE INDEX game_white_live ON game (white_player) WHERE is_over = 0 AND white_player IS NOT NULL;
CREATE INDEX game_black_live ON game (black_player) WHERE is_over = 0 AND black_player IS NOT NULL;
CREATE INDEX game_white_over ON game (white_player, updated) WHERE is_over = 1 AND white_player IS NOT NULL;
CREATE INDEX game_black_over ON game (black_player, updated) WHERE is_over = 1 AND black_player IS NOT NULL;
