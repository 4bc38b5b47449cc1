-- When people were or are on vacation: the clocks of their games with days for each move wait.
CREATE TABLE vacation (
    player TEXT NOT NULL,
    begins INTEGER NOT NULL,
    ends INTEGER NOT NULL,
    -- 1 once every game was told of this end.
    told INTEGER NOT NULL,
    PRIMARY KEY (player, begins)
) STRICT;
CREATE INDEX vacation_untold ON vacation (player) WHERE told = 0;
