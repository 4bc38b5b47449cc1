sound = Sound
sound-on = Sound is on
sound-off = Sound is off
notice-turn = It’s your turn in { $name }.

pane-moves = Moves
pane-chat = Chat
pane-rules = Rules
pane-menu = Menu
pane-news = (new messages)
pane-close = Close { $name }
game-bar = More about this game
game-menu = Game menu
game-settings = Settings
mark-mode = Draw circles and arrows

captured = Captured: { $pieces }
captured-kind = { $n } × { $man }
guards = { $n } left
guards-title = Pieces that keep the king from being bare
add-time-short = +15 s
throw-die = Roll the die
retract-none = Pieces you move appear here. Press one to undo its move.

card-of = The { $man }
card-close = Close
card-rules = All rules
card-hint = To see how a piece moves, press and hold it on the board, rest the mouse on it, or press I.
rules-learn = Learn in 3 minutes
rules-page = Rules and sources
rules-changed = Rules changed for this game

confirm-ask = Play { $move }?
confirm-yes = Play
premove-impossible = { $way } can’t be planned here.

step-first = Start of the game
step-last = Current position
review = Review
