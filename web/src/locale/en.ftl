rukh = Rukh
skip = Skip to the page
settings = Settings
again = Try again
done = Done
cancel = Cancel
more = More
rules = Rules
nav = Pages
games = Games
you = you
you-are = You are { $name }; change your name
accept = Accept
decline = Decline
copy = Copy
share = Share
called = Somebody has joined your game.
called-title = Your game has begun!
called-go = To the board

home-title = Rukh: the old chesses
home-lead = The other chesses, Ethiopian, oblong, Mideast and old Persian, each by its own laws.
play-what = Play
play-friend = A friend
play-engine = The computer
play-open = Anybody
seeks = Wanting to play
seeks-none = Nobody is waiting just now. Wait for somebody yourself, send a friend a link, or play the computer.
seek-waiting = waiting for an answer
seek-link = Its link
seek-accept = Accept the game of { $game } of { $name }
online = { $n ->
    [one] one person here
   *[other] { $n } people here
}
own-games = Your games
your-turn = Your turn
live-games = Being played
all-games = All games
you-play-white = you play White
you-play-black = you play Black
you-play-random = sides by lot
i-play-white = You play White
i-play-black = You play Black
i-play-random = Sides by lot
family-senterej = Senterej
family-oblong = Oblong chess
family-mideast = Mideast Chess
family-shatranj = Shatranj
conjectural = partly conjecture
rules-of = Rules of { $name }
phase-werera = marshalling
phase-turns = in play
phase-over = over
lost-title = There is nothing here
lost-text = This address leads to no page.
lost-home = See all games

side-white = White
side-black = Black
seat-person = Player
seat-engine = Computer, level { $level }
level = Level
level-of = Level of { $side }
level-beginner = Beginner: takes its time and makes mistakes a child would see.
level-novice = Novice: sees what it can take, and little else.
level-casual = Casual: looks a move ahead and slips now and then.
level-practised = Practised: sees simple threats of both sides.
level-club = Club player: plans ahead and seldom slips.
level-expert = Expert: makes no careless moves.
level-master = Master: calculates deeply.
level-strongest = Strongest: all it can do in the time.

new-title = New game of { $name }
new-werera-engine = The computer moves its men in the werera as well; play begins with both of you at once.
read-rules = Read the rules
start-open = Wait in the lobby
start-friend = Make the link
start-engine = Start the game
start-screen = Start the game
start-watch = Start the game
opponent = Against
opponent-open = Anybody
opponent-open-text = Your wish stands in the lobby until somebody takes it up.
opponent-friend = A friend
opponent-friend-text = You get a link to send; nobody else sees it.
opponent-engine = The computer
opponent-engine-text = Eight levels, from gentle to hard.
opponent-screen = Two at this screen
opponent-screen-text = You move both sides, by turns or together.
opponent-watch = Watch the computer
opponent-watch-text = It plays against itself.
time = Time
time-none = No clock
time-fischer = { $minutes }+{ $increment }
time-days = { $days ->
    [one] a day a move
   *[other] { $days } days a move
}
time-custom = Other
time-minutes = Minutes
time-increment = Seconds added a move
time-marshal = { $minutes } min for the werera
time-marshal-days = { $days } days for the werera
marshal-minutes = Minutes for the werera
marshal-days = Days for the werera
marshal-text = Both share this until the first capture; when it is used up, turns begin.
colour = Colour
colour-white = White
colour-black = Black
colour-random = By lot
manner = Those who watch
manner-traditional = As of old
manner-traditional-text = They may speak with the players and show moves on the board, as bystanders always did.
manner-match = As at a match
manner-match-text = They speak among themselves only, and show nothing to the players.
private = Not listed
private-text = Only those who have the link find the game.
options-title = Where the sources differ
options-usual = all as usual
options-changed = { $n } changed
options-text = The usual choices are set. Change one only if you know your game differently.
usual = usual
unverified = unverified
conjecture = Our conjecture: { $text }

game-title = { $name } on Rukh
board-name = Board of { $name }
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
title-both = Both sides move · { $name } on Rukh
title-white = White to move · { $name } on Rukh
title-black = Black to move · { $name } on Rukh
title-over = { $result } · { $name } on Rukh
turn-white = White to move
turn-black = Black to move
to-move = to move
check = Check
engine-thinks = The computer is thinking
flip = Turn the board
draw = Agree a draw
draw-offer = Offer a draw
draw-ask = Do both players agree to a draw?
draw-yes = Yes, it is drawn
takeback = Take back
add-time = Give 15 seconds
abort = Call off
abort-ask = Shall the game be called off, as if it had not begun?
abort-yes = Yes, call it off
offer-draw = { $side } offers a draw.
offer-takeback = { $side } asks to take the last move back.
offer-turns = { $side } proposes to begin turns.
offer-rematch = { $side } would like to play again.
offered-draw = You have offered a draw.
offered-takeback = You have asked to take your move back.
offered-turns = You have proposed to begin turns.
offered-rematch = You have asked for another game.
claim-title = Claim
claim-soon = { $side } is away. In { $left } you may claim the win or a draw.
claim-text = { $side } has been away for long. You may wait, or claim.
claim-text-own = { $side } has been away for long. You may claim a draw, or make your move and then claim the win.
claim-win = Claim the win
claim-draw = Claim a draw
resign = Resign
resign-side = { $side } resigns
resign-ask = Does { $side } give the game up?
resign-yes = Yes, give it up
sure = Are you sure?
moves = Moves
move-number = Number
no-moves = No moves yet.
die = Die
pass = Let the turn go by
pass-short = pass
pass-forced = { $reason } { $side } passes.
threw = { $side } threw { $face }
seeds-awaited = Before the first throw each player’s browser adds a secret of its own. { $side }’s is awaited.
seeds-awaited-both = Before the first throw each player’s browser adds a secret of its own.
promotion-title = The pawn becomes
promotion-stay = no other man

werera = Werera
werera-both = Werera: both sides move at once
werera-one = Werera: move as often as you like
werera-text = No turns until the first capture. Move any man, as often as you like; hold a man, or choose it below, to take its move back.
retract-list = Moves that can be taken back
retract-one = Take back { $side } { $man } { $from } to { $to }
bundle-white = Werera: White arranges his men
bundle-black = Werera: Black arranges his men
bundle-text = The sides arrange their men one after the other, a few moves each. Hold a man, or choose it below, to take its move back.
ready = I’m ready
ready-text = Look around first. The game begins when both sides are ready; your first move says so too.
ready-awaited = Waiting for { $side } to be ready.
bundle-end = My men stand well
turns-begin = Begin turns
turns-offer = Propose to begin turns
werera-watching = Werera: the players arrange their men
turns-ask = Do both players agree to begin turns without a capture?
turns-yes = Begin turns
first-white = White moves next.
first-black = Black moves next.

result = Result
won-white = White has won
won-black = Black has won
drawn = The game is drawn
style-poor = Thought inartistic.
style-respectable = Respectable.
style-praised = Praiseworthy.
rematch = Rematch
rematch-go = To the next game
downloads = Downloads:
new-other = Change the rules

said-move = { $side } { $man } { $from } to { $to }.
said-capture = { $side } { $man } takes from { $from } to { $to }.
said-retract = { $side } takes back { $man } { $to } to { $from }.
said-ready = { $side } is ready.
said-bundle = { $side } has ended its bundle.
said-throw = { $side } throws { $face }: { $men }.
said-pass = { $side } lets the turn go by.
said-promotion = It becomes { $man }.
said-resign = { $side } gives the game up.
said-draw = A draw is agreed.
refused = That move was not possible any more.
line-lost = Reconnecting… Your moves are kept.
line-closed = The server has closed this line. Load the page again.
not-sent = The line is down just now; that was not sent.
said-draw-offer = { $side } offers a draw.
said-takeback-offer = { $side } asks to take a move back.
said-takeback = The move is taken back.
said-turns-offer = { $side } proposes to begin turns.
said-rematch-offer = { $side } would like to play again.
said-rematched = Another game begins.
said-abort = { $side } calls the game off.
said-abort-late = The game did not begin in time.
said-contest = Both wanted the same. { $side } was earlier by { $ms } ms.
said-contest-lot = Both wanted the same at the same moment. The lot fell to { $side }.
said-flag = The time of { $side } is up.
said-time-added = { $side } is given { $seconds } seconds.
said-decline-draw = { $side } does not take the draw.
said-decline-takeback = { $side } lets the move stand.
said-decline-turns = { $side } goes on marshalling.
said-decline-rematch = { $side } does not play again now.
said-claim-win = { $side } claims the win.
said-claim-draw = { $side } claims a draw.
said-outage = The server was away for { $seconds } seconds. No clock ran.
said-low = { $side }: { $seconds } seconds left.
said-marshal-low = { $seconds } seconds left for the werera.
said-chat = { $name }: { $text }

clock-of = Clock of { $side }
clock-low = little time
clock-plain = { $text }
clock-hours = { $hours } h { $minutes } min
clock-days = { $days } d { $hours } h
marshal = Werera, both sides
here = is here
gone = gone for { $ago }
ago-seconds = { $n } s
ago-minutes = { $n } min
ago-hours = { $n } h
ago-days = { $n ->
    [one] one day
   *[other] { $n } days
}

step-back = One move back
step-on = One move on
looking = You are looking at move { $n }.
back-to-game = Back to the game

typed = Type a move
typed-none = No such move just now.
typed-several = Several men could do that. Write the cell it comes from as well, such as e2e4.

premove-when = When
premove-ask = { $way }, when it is your turn:
premove-face = if { $face }
premove-any = whatever is thrown
premove-if = { $way } if { $face }
premove-stands = Next: { $moves }
premove-withdraw = Withdraw

cell-shown = { $cell }; shown here by { $name }: { $side } { $man }
demo-hint = Drag a man to show everybody a move. The game does not change.
demo-clear = Show nothing

talk = Talk
talk-said = What was said
talk-none = Nobody has spoken yet.
talk-match-watching = A match: those who watch speak among themselves.
talk-match-playing = A match: you do not hear those who watch.
watching = { $n ->
    [one] one watching
   *[other] { $n } watching
}
watches = watching
mute = Mute
muted = Muted
mute-one = Mute { $name }
mute-all = Mute everybody
say = Say
say-label = What you want to say
say-placeholder = Say something
preset-hello = Hello!
preset-good-luck = Good luck!
preset-well-played = Well played!
preset-thanks = Thank you!
preset-sorry = Sorry!
preset-your-move = Your move.
preset-good-game = Good game!

error-unreachable = The server does not answer. Is it still running?
error-unexpected = The server gave an answer nobody expected.

challenge-title = A challenge on Rukh
challenge-own = A game of { $game } for a friend
challenge-from = { $name } asks you for a game of { $game }
challenge-rules = Rules
challenge-link = The link for your friend
challenge-waiting = Waiting. When the link is accepted, the game opens here.
challenge-cancel = Withdraw the challenge
challenge-accept = Accept and play
challenge-share = A game of { $game } on Rukh?
challenge-gone = This challenge has ended
challenge-gone-text = It was withdrawn, or it was taken long ago.
copied = Copied. Send it to your friend; the game opens here.
copy-by-hand = The link is selected; copy it with the keyboard or a long press.
name = Your name
name-save = Keep
name-text = Others see it at the board.
name-saved = You are { $name } now.

games-title = Games on Rukh
games-whose = Whose
games-which = Which
games-all = everybody’s
games-me = mine
games-any = all
games-live = being played
games-over = finished
games-more = More games
games-none = No game has been played here yet.
games-none-mine = You have not played here yet.
games-begin = Begin one

replay = Replay
replay-of = Replay: { $game }
replay-start = The start.
play = Play
pause = Pause
scrub = Place in the game
speed = { $n }×
speed-instant = no pauses
speed-title = Speed
move-of = Move { $n } of { $total }
to-the-game = To the game

verify = Check the throws
verify-title = Checking the throws
verify-none = No die was thrown in this game, so there is nothing to check.
verify-good = { $n ->
    [one] The one throw is the one the secret makes, and the secret is the one that was promised.
   *[other] All { $n } throws are those the secret makes, and the secret is the one that was promised.
}
verify-bad = { $n ->
    [one] One throw is not the one the secret makes.
   *[other] { $n } throws are not those the secret makes.
}
verify-bad-commitment = The secret is not the one that was promised before the game.
verify-later = The secret is revealed when the game is over. Then every throw can be checked here.
verify-not-revealed = The secret of this game has not been revealed.
verify-no-means = This browser checks nothing on a page without https. On any machine you can run:
verify-how = Before the first throw the server published the fingerprint of a secret. Each throw is made from that secret, from what the players’ own browsers added, and from the number of the throw.
verify-how-now = Now that the secret is known, your browser makes every throw once more and compares.
verify-commitment = Fingerprint published before the game
verify-secret = The secret
verify-client = What the players added
verify-empty = (nothing)
verify-throws = The throws
verify-no-throws = Nothing has been thrown yet.
verify-n = Throw
verify-side = Side
verify-face = Thrown
verify-computed = Computed
verify-agrees = Agrees
verify-ok = agrees
verify-differs = differs

rules-title = Rules of { $name }
also-called = Also called
play-this = Play by these rules
the-men = The men
diagram-of = Where the { $man } goes on an empty board
diagram-key = Full dots: moves and takes. Open: moves only. Broken: takes only. Ahead is up.
the-laws = The laws
evidence = Evidence
fingerprint = Ruleset and fingerprint:

settings-men = Men
settings-skin = Board
settings-theme = Light
speak-chat = Let a screen reader read out what others say
men-traditional = Traditional
men-international = International
skin-own = Each game's own
skin-red-cloth = Red cloth
skin-walnut = Walnut
skin-paper = Paper
skin-leather = Leather
skin-plain = Plain
skin-plain-chequered = Plain, chequered
theme-auto = As the device
theme-light = Light
theme-dark = Dark
