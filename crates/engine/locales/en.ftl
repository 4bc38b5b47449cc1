# Why the engine values a position as it does, in English. Keys and arguments are those of crates/engine/src/say.rs.

## What the evaluation counts, and for which side

explain-advantage = { $reason }: { $side } +{ $pawns }

reason-material = material
reason-place = squares of the pieces
reason-mobility = mobility
reason-king-attack = attacks around the king
reason-king-attackers = number of pieces attacking around the king
reason-threats = threats to pieces
reason-loose = unprotected pieces under attack
reason-passed = passed pawns
reason-guarded = pawns protected by pawns
reason-isolated = isolated pawns
reason-reach = enemy pieces within reach
reason-guards = pieces that keep the king from being bare
reason-turn = the turn
reason-mop-up = driving the king to the edge
reason-net = correction by the net
reason-counters = laws that may draw the game

## What the other side threatens, if it could move twice

threat-check = { $side } is in check.
threat-win = { $side } threatens to win with { $played }.
threat-capture = { $side } threatens { $played }, which takes { $piece } on { $cell }.
threat-move = { $side } would like to play { $played }.

## The best reply to a move

reply-win = { $side } replies { $played } and wins.
reply-capture = { $side } replies { $played } and takes { $piece } on { $cell }.
reply-move = { $side } replies { $played }.

## The same with a die: what a face allows

roll-win = With { $face }, { $side } wins by { $played }.
roll-capture = With { $face }, { $side } plays { $played } and takes { $piece } on { $cell }.
