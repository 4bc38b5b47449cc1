# The rules beside a board, and the card of a piece.
the-men = Pieces
diagram-of = How the { $man } moves on an empty board
diagram-key = ● move or capture · ○ move only · ◌ capture only. Forward is up.
the-laws = Rules in detail
rules-learn = Learn in 3 minutes
rules-page = Rules and sources
rules-changed = Rules changed for this game
card-of = The { $man }
card-rules = All rules
card-hint = To see how a piece moves, press and hold it on the board, rest the mouse on it, or press I.
