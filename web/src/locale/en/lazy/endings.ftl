# Solved endings.
ending-title = Solved ending
ending-computing = Computing this ending…
ending-won = { $side } wins in { $plies ->
    [one] 1 ply
   *[other] { $plies } plies
}.
ending-drawn = Drawn.
ending-points = { $side } can expect { $points } points: wins { $win }, draws { $draw }.
ending-text = Exact, if both sides play their best.
ending-text-points = Exact, if both sides play their best. A win is 1 point, a draw ½. The move limit is left out.
ending-limit = But the move limit can draw the game in { $left ->
    [one] 1 ply
   *[other] { $left } plies
}, before the win.
ending-faces = Expected points after each roll, and the best move
ending-moves-won = Winning, with the plies to the end
ending-moves-drawn = Drawn
ending-moves-lost = Losing, with the plies to the end
ending-moves-chance = Expected points, and how many fewer than with the best move
