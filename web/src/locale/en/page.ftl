rukh = Rukh
skip = Skip to content
settings = Settings
again = Try again
done = Done
cancel = Cancel
more = More
rules = Rules
nav = Navigation
games = Games
you = you
you-are = You are { $name }. Change your name
accept = Accept
decline = Decline
called = Someone joined your game.
called-title = Your game has started!
called-go = Go to game

online = { $n ->
    [one] 1 person online
   *[other] { $n } people online
}
your-turn = Your turn
phase-werera = Opening phase
phase-turns = In progress
phase-over = Finished
lost-title = Page not found
lost-text = We couldn’t find this page.
lost-home = See all games

seat-person = Player
seat-engine = Computer, level { $level }
time = Time
time-none = No clock
time-fischer = { $minutes }+{ $increment }
time-days = { $days ->
    [one] 1 day per move
   *[other] { $days } days per move
}
time-marshal = { $minutes } min opening phase
time-marshal-days = { $days ->
    [one] 1 day opening phase
   *[other] { $days } days opening phase
}
manner = Spectators
conjecture = Our reconstruction: { $text }

game-title = { $name } on Rukh
board-name = { $name } board
cell-man = { $cell }, { $side } { $man }
cell-movable = { $cell }, { $side } { $man }, can move
cell-target = { $cell }, can be reached
cell-capture = { $cell }, can be captured
said-picked = { $man } { $cell }, { $n ->
    [one] 1 move
   *[other] { $n } moves
}{ $captures ->
    [0] .
    [one] , 1 capture.
   *[other] , { $captures } captures.
}
title-yours = Your turn · { $name } on Rukh
title-both = Both players move · { $name } on Rukh
title-turn = { $side } to move · { $name } on Rukh
title-over = { $result } · { $name } on Rukh
turn-side = { $side } to move
check = Check
engine-thinks = The computer is thinking…
flip = Flip board
draw = Draw
draw-offer = Offer a draw
draw-ask = Do both players agree to a draw?
draw-yes = Agree to a draw
takeback = Undo move
add-time = +15 s for opponent
abort = Abort game
abort-ask = Abort this game? It won’t count.
abort-yes = Abort
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
resign = Resign
resign-side = { $side } resigns
resign-ask = Resign this game?
resign-yes = Resign
sure = Are you sure?
moves = Moves
move-number = Number
no-moves = No moves yet
die = Die
pass = Pass
pass-short = Pass
pass-forced = { $reason } { $side } passes.
threw = { $side } rolled { $face }
seeds-awaited = Waiting for { $side }’s browser to join the dice draw.
seeds-awaited-both = Waiting for both browsers to join the dice draw.
promotion-title = Promote to
promotion-stay = Don’t promote

werera = Werera (opening phase)
werera-both = Werera – both players move at once
werera-one = Werera – move as often as you like
werera-text = No turns yet: move any piece, as often as you like. The first capture ends this phase. To undo, press a piece above or move it back. Press and hold a piece to see how it moves.
retract-list = Moves you can undo
retract-one = Undo { $side } { $man } { $from } to { $to }
batch-side = Werera – { $side } sets up
batch-text = The players set up one after the other, a few moves each. To undo, press a piece above or move it back.
ready = I’m ready
ready-text = Take your time to look around. The game starts when both players are ready; making a move also counts.
ready-awaited = Waiting for { $side } to be ready.
batch-end = Done setting up
turns-begin = Start taking turns
turns-offer = Offer to start turns
werera-watching = Werera – the players are setting up
turns-ask = Start taking turns without a capture?
turns-yes = Start taking turns
first-side = { $side } moves next.

result = Result
rematch = Rematch
rematch-go = Go to rematch
downloads = Download:
game-here = This game is kept on this device only.
new-other = New game, other rules

said-move = { $side } { $man } { $from } to { $to }.
said-capture = { $side } { $man } takes from { $from } to { $to }.
said-retract = { $side } undid { $to }.
said-ready = { $side } is ready.
said-batch-ended = { $side } is done.
said-throw = { $side } rolled { $face }: { $men }.
said-pass = { $side } passes.
said-promotion = Promoted to { $man }.
said-resign = { $side } resigned.
said-draw = Draw agreed.
refused = Too late – that move is no longer possible.
line-lost = Connection lost. Reconnecting… your moves are saved.
line-closed = Disconnected. Please reload.
not-sent = You’re offline, so that wasn’t sent.
said-draw-offer = { $side } offers a draw.
said-takeback-offer = { $side } asks to undo a move.
said-takeback = The move was undone.
said-turns-offer = { $side } offers to start turns.
said-rematch-offer = { $side } wants a rematch.
said-rematched = The rematch has started.
said-abort = { $side } aborted the game.
said-abort-late = Aborted: nobody moved in time.
said-contest = Both players chose that square. { $side } was { $ms } ms faster.
said-contest-lot = Both players chose that square. Tie – { $side } was picked at random.
said-flag = { $side } ran out of time.
said-time-added = { $side } gets { $seconds } seconds.
said-decline-draw = { $side } declined the draw.
said-decline-takeback = { $side } declined the undo.
said-decline-turns = { $side } wants to keep setting up.
said-decline-rematch = { $side } declined a rematch.
said-claim-win = { $side } claimed victory.
said-claim-draw = { $side } claimed a draw.
said-outage = The server was down for { $seconds } s; clocks were stopped.
said-low = { $side }: { $seconds } seconds left.
said-marshal-low = { $seconds } seconds left in the opening phase.
said-chat = { $name }: { $text }

clock-of = { $side }’s clock
clock-low = low time
clock-plain = { $text }
clock-hours = { $hours } h { $minutes } min
clock-days = { $days } d { $hours } h
marshal = Opening phase, both players
here = online
here-lag = online; network delay { $ms } ms
lag = { $ms } ms
gone = left { $ago } ago
ago-seconds = { $n } s
ago-minutes = { $n } min
ago-hours = { $n } h
ago-days = { $n ->
    [one] 1 day
   *[other] { $n } days
}

step-back = Previous move
step-on = Next move
looking = Viewing move { $n }
back-to-game = Back to current position

typed = Type a move
typed-none = That isn’t a legal move here.
typed-several = More than one piece can go there. Add the start square, e.g. e2e4.

premove-when = Premove condition
premove-ask = Play { $way } next turn:
premove-face = if I roll { $face }
premove-any = any roll
premove-if = { $way } if I roll { $face }
premove-stands = Next: { $moves }
premove-withdraw = Cancel

cell-shown = { $cell }; { $name } suggests { $side } { $man } here
demo-hint = Drag a piece to suggest a move. It won’t affect the game.
demo-clear = Clear

talk = Chat
muted = Muted
say = Send
error-unreachable = Can’t reach the server. Please try again.
error-unexpected = Something went wrong. Please try again.

name = Your name
name-save = Save
name-text = Shown to other players.
name-saved = You’re now { $name }.

replay = Replay
replay-of = Replay: { $game }
replay-start = Starting position
play = Play
pause = Pause
scrub = Position in the game
speed = { $n }×
speed-instant = Skip pauses
speed-title = Speed
move-of = Move { $n } of { $total }
to-the-game = Go to game

verify = Verify dice
the-men = Pieces
diagram-of = How the { $man } moves on an empty board
diagram-key = ● move or capture · ○ move only · ◌ capture only. Forward is up.
the-laws = Rules in detail
