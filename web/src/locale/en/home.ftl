# Sides, results, and what pages and lists of games share.

learn = Learn

## Sides, by the colour of their pieces

colour-white = White
colour-black = Black
colour-gold = Gold
colour-green = Green
colour-red = Red

## Results: `$reason` is `none` or one of the reasons below

result-you-won = { $reason ->
    [none] You won
   *[other] You won: { $reason }
}
result-you-lost = { $reason ->
    [none] You lost
   *[other] You lost: { $reason }
}
result-side-won = { $reason ->
    [none] { $side } won
   *[other] { $side } won: { $reason }
}
result-draw = { $reason ->
    [none] Draw
   *[other] Draw: { $reason }
}
result-aborted = Game aborted
reason-checkmate = checkmate
reason-werera-mate = checkmate
reason-stalemate = stalemate
reason-no-pseudo-move = no piece can move
reason-bare-king = bare king
reason-both-bare = two bare kings
reason-lone-man-limit = no mate in time
reason-bare-count = no mate in time
reason-king-captured = king captured
reason-failed-escape = the roll did not end the check
reason-repetition = repetition
reason-move-limit = move limit
reason-resignation = resignation
reason-agreement = by agreement
reason-time = time ran out
reason-abandonment = game abandoned

## A game's setup

opponent = Opponent
level = Level
colour = Colour
colour-random = Random
