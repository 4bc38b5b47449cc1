# Verification of the dice of a game.
verify-title = Verify dice
verify-none = This game used no dice, so there is nothing to verify.
verify-good = { $n ->
    [one] The one roll is fair: it matches the secret the server committed to before the game.
   *[other] All { $n } rolls are fair: they match the secret the server committed to before the game.
}
verify-bad = { $n ->
    [one] 1 roll does not match.
   *[other] { $n } rolls do not match.
}
verify-bad-commitment = The secret is not the one the server committed to before the game.
verify-later = The secret is revealed after the game. Then you can verify every roll here.
verify-not-revealed = The secret of this game was not revealed.
verify-no-means = Your browser can verify only over https. You can run:
verify-how = Before the first roll the server published a fingerprint (hash) of its secret. Each roll is computed from that secret, from what both players’ browsers added, and from the number of the roll, which is its place in the game: after an undo the same place has the same roll, whatever is moved.
verify-how-now = Now that the secret is known, your browser computes every roll again and compares.
verify-commitment = Fingerprint published before the game
verify-secret = Secret
verify-client = Added by the players’ browsers
verify-empty = (nothing)
verify-throws = Rolls
verify-no-throws = No rolls
verify-n = Roll
verify-side = Side
verify-face = Rolled
verify-computed = Computed
verify-agrees = Match
verify-ok = matches
verify-differs = differs
