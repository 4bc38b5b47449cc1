rukh = Rukh
skip = Skip to content
settings = Settings
sign-in = Sign in
sign-out = Sign out
account = Your account
register = Create an account
you-are-account = You are { $name }. Your account
again = Try again
page-loading = Loading…
done = Done
cancel = Cancel
more = More
rules = Rules
nav = Navigation
games = Games
you = you
you-are = You are { $name }. Change your name
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
lost-text = We couldn’t find what this link leads to. It may be incomplete.
lost-home = See all games

seat-person = Player
guest = Guest
guest-number = Guest { $number }
bot-name = { $name } (bot)
seat-engine = Computer, level { $level }
time = Time
time-none = No clock
time-fischer = { $minutes }+{ $increment }
time-delay = { $minutes } min, delay { $delay } s
time-byoyomi = { $minutes } min + { $periods } × { $period } s
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
turn-side = { $side } to move
check = Check
flip = Flip board
draw = Draw
takeback = Undo move
abort = Abort game
moves = Moves
move-number = Number
no-moves = No moves yet
die = Die
pass = Pass
pass-short = Pass
threw = { $side } rolled { $face }
promotion-title = Promote to
promotion-stay = Don’t promote

werera = Werera (opening phase)
werera-both = Werera – both players move at once
ready = I’m ready

result = Result
downloads = Download:
line-lost = Connection lost. Reconnecting… your moves are saved.
said-contest = Both players chose that square. { $side } was { $ms } ms faster.
said-contest-lot = Both players chose that square. Tie – { $side } was picked at random.

clock-of = { $side }’s clock
clock-low = low time
clock-plain = { $text }
clock-hours = { $hours } h { $minutes } min
clock-days = { $days } d { $hours } h
clock-periods = { $n ->
    [one] last period
   *[other] { $n } periods
}
clock-delay = waits { $seconds } s
marshal = Opening phase, both players
here = online
here-lag = online; network delay { $ms } ms
lag = { $ms } ms
gone = left { $ago } ago
on-vacation = on vacation, { $ago } more
ago-seconds = { $n } s
ago-minutes = { $n } min
ago-hours = { $n } h
ago-days = { $n ->
    [one] 1 day
   *[other] { $n } days
}

step-back = Previous move
step-on = Next move
muted = Muted
error-unreachable = Can’t reach the server. Please try again.
error-unexpected = Something went wrong. Please try again.

name = Your name

replay = Replay
play = Play
to-the-game = Go to game

verify = Verify dice
