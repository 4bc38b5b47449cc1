# Conditional moves: answers to the opponent’s next moves, in games with days for each move.
conditional-title = Conditional moves
conditional-open = { $n ->
    [one] { $n } conditional line
   *[other] { $n } conditional lines
}
conditional-try = Play a move of your opponent, then your answer.
conditional-answer = Now your answer to it.
conditional-end = The game would end here.
conditional-back = Step back
conditional-start = Position now
conditional-line = { $after } → { $move }
conditional-remove = Remove { $line }
conditional-none = No answers yet.
conditional-save = Save
conditional-gone = The game has gone on; these answers are out of date.
conditional-full = At most { $most } answers can stand. Remove some.
