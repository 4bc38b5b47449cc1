# The endgame trainer.
trainer-ruleset = Game
trainer-level = Length
trainer-easy = Short
trainer-medium = Medium
trainer-hard = Long
trainer-computing = Computing the endings of this game…
trainer-empty = In this game three pieces leave nothing to win. Choose another game.
trainer-absent = The endgame trainer needs WebAssembly, which this browser does not run (Apple’s lockdown mode and Tor’s safer level switch it off) or this copy of the site does not have.
trainer-task = { $side } moves and wins in { $n ->
    [one] 1 move
   *[other] { $n } moves
}.
trainer-best = The best move.
trainer-lost = It still wins, but { $n ->
    [one] 1 move
   *[other] { $n } moves
} later than it could.
trainer-thrown = { $is ->
    [lost] The win is gone: now you lose.
   *[drawn] The win is gone: now it is a draw.
}
trainer-won = Won in { $n ->
    [one] 1 move
   *[other] { $n } moves
}. The best was { $best }.
trainer-numbers = Moves made: { $made }. Moves lost: { $lost }.
trainer-left = To the end: { $n }.
trainer-back = Take back
trainer-next = Next ending
trainer-again = Once more
