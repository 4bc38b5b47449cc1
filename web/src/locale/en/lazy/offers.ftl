# What players offer each other, and claims when one has left.
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
