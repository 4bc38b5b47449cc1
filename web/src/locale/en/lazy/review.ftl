# Review of a finished game.
review-title = Review
review-working = Analysing each move: { $done }
review-turned = { $who ->
    [own] You were winning until move { $n }.
    [other] Your opponent was winning until move { $n }.
   *[side] { $side } was winning until move { $n }.
 }
review-even = Even until move { $n }.
review-ahead = { $who ->
    [own] You were ahead from move { $n } on.
    [other] Your opponent was ahead from move { $n } on.
   *[side] { $side } was ahead from move { $n } on.
 }
review-bared = { $who ->
    [own] Your king lost its last companion at move { $n }.
    [other] Your opponent’s king lost its last companion at move { $n }.
   *[side] The king of { $side } lost its last companion at move { $n }.
 }
review-counted = The count that drew the game began at move { $n }.
review-lucky = { $who ->
    [own] The rolls favoured you: { $share } of the game.
    [other] The rolls favoured your opponent: { $share } of the game.
   *[side] The rolls favoured { $side }: { $share } of the game.
 }
review-thrown-away = { $change ->
    [won-drawn] { $n }. { $move } by { $side } turned a won ending into a draw.
    [won-lost] { $n }. { $move } by { $side } turned a won ending into a loss.
    [drawn-lost] { $n }. { $move } by { $side } turned a drawn ending into a loss.
   *[points] { $n }. { $move } by { $side } gave away { $points } points of an ending that is solved exactly.
 }
review-quiet = No move gave much away.
review-worst = The costliest move: { $n }. { $move } by { $side } gave away { $loss } of the game.
review-graph = Chances of { $side } over the game
review-accuracy = Accuracy
review-errors = Inaccuracies · mistakes · blunders
review-luck = Luck
review-balance = From the start to the end, { $side } gained { $result }: { $luck } by the rolls, { $skill } by the moves of both. The other { $remainder } is where the computer changed its mind from one position to the next, or where the game was not played out.
review-moments = Moments that mattered
review-lost = −{ $loss }
review-change-won-drawn = won, now drawn
review-change-won-lost = won, now lost
review-change-drawn-lost = drawn, now lost
review-change-points = exactly
review-better = Better
review-instead = Instead of { $move }:
review-skipped = The opening phase is not judged, because it has no turns.
