-- When people were or are on vacation: the clocks of their games with days for each move wait.
CREATE TABLE vacation (
    player TEXT NOT NULL,
    begins BIGINT NOT NULL,
    ends BIGINT NOT NULL,
    -- 1 once every game was told of this end.
    told BIGINT NOT NULL,
    PRIMARY KEY (player, begins)
);
CREATE INDEX vacation_untold ON vacation (player) WHERE told = 0;
