# Beside some games only: offers, claims when one has left, premoves, conditional moves, odds.
offer-draw = { $side } offers a draw.
offer-takeback = { $side } asks to undo the last move.
offer-turns = { $side } offers to start turns.
offer-rematch = { $side } wants a rematch.
offered-draw = You offered a draw.
offered-takeback = You asked to undo your move.
offered-turns = You offered to start turns.
offered-rematch = You offered a rematch.
claim-title = Claim the result
claim-soon = Your opponent left. Claim victory or a draw in { $left }.
claim-text = Your opponent has left. Claim the result or wait.
claim-text-own = Your opponent has left. Claim a draw now, or move first and then claim victory.
claim-win = Claim victory
claim-draw = Claim a draw
accept = Accept
premove-when = Premove condition
premove-ask = Play { $way } next turn:
premove-face = if I roll { $face }
premove-any = any roll
premove-if = { $way } if I roll { $face }
premove-stands = Next: { $moves }
premove-withdraw = Cancel
odds-times = { $white } plays with { $first }, { $black } with { $second }.
odds-without = { $side } plays without: { $pieces }.
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
