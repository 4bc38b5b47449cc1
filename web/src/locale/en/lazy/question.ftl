# What a puzzle asks for: on its own page, in lists, and on the first page of the site.

puzzle-daily = Puzzle of the day
puzzle-ask-mate = { $n ->
    [1] { $side } to move: mate in one move.
   *[other] { $side } to move: mate in { $n } moves.
}
puzzle-ask-win = { $n ->
    [1] { $side } to move: win the game in one move.
   *[other] { $side } to move: win the game in { $n } moves.
}
puzzle-ask-advantage = { $side } to move: one move gets a decisive advantage. Which?
puzzle-ask-better = { $side } to move: one move gets an advantage. Which?
puzzle-ask-defence = { $side } to move: only one move saves the game. Which?
puzzle-ask-hold = { $side } to move: only one move loses no ground. Which?
puzzle-ask-roll = { $side } rolled { $face }: what is the best move?
streak-today = Solved: { $n ->
    [one] 1 day in a row
   *[other] { $n } days in a row
}
streak = { $n ->
    [one] Solved yesterday. Two days in a row?
   *[other] { $n } days in a row so far. One more?
}
