# Home, new game, lobby, and the words of sides and results.

## Home

home-title = { $n ->
    [0] Rukh – play historic chess
   *[other] ({ $n }) Rukh – play historic chess
}
home-lead = Play the chess games history left behind: Persian Shatranj, Ethiopian Senterej, four-by-sixteen Oblong chess and more.
home-learn = Learn { $name } in 3 minutes
home-play = Play
loop-pause = Pause the moving board
loop-play = Play the moving board
own-games = Your games
own-both-sides = You play both sides
families-title = The games
family-learn = Learn { $name }
family-play = Play { $name }
family-play-short = Play
family-readings = Also:
learn = Learn

## Lobby

seeks = Open games
seeks-none = No open games right now. Create one, invite a friend, or play the computer.
seeks-none-engine = Play the computer
seeks-none-friend = Invite a friend
seek-waiting = waiting for an opponent
seek-link = Invite link
seek-accept = Join { $name }’s game of { $game }
join = Join
you-play-side = you play { $side }
i-play-side = You play { $side }
live-games = Live games
live-players = { $one } – { $other }

## Sides, by the colour of their pieces

colour-white = White
colour-black = Black
colour-gold = Gold
colour-green = Green
colour-red = Red

## Results: `$reason` is `none` or one of the reasons below

result-you-won = { $reason ->
    [none] You won
   *[other] You won: { $reason }
}
result-you-lost = { $reason ->
    [none] You lost
   *[other] You lost: { $reason }
}
result-side-won = { $reason ->
    [none] { $side } won
   *[other] { $side } won: { $reason }
}
result-draw = { $reason ->
    [none] Draw
   *[other] Draw: { $reason }
}
result-aborted = Game aborted
reason-checkmate = checkmate
reason-werera-mate = checkmate
reason-stalemate = stalemate
reason-no-pseudo-move = no piece can move
reason-bare-king = bare king
reason-both-bare = two bare kings
reason-lone-man-limit = no mate in time
reason-bare-count = no mate in time
reason-king-captured = king captured
reason-failed-escape = the roll did not end the check
reason-repetition = repetition
reason-move-limit = move limit
reason-resignation = resignation
reason-agreement = by agreement
reason-time = time ran out
reason-abandonment = game abandoned

## New game

new-title = New { $name } game
new-werera-engine = In the opening phase (werera) you and the computer move at the same time.
read-rules = Read the rules
start-open = Create open game
start-friend = Create invite link
start-engine = Start game
start-screen = Start game
start-watch = Start game
opponent = Opponent
opponent-engine = Computer
opponent-friend = Friend
opponent-friend-text = Get a private link to share.
opponent-open = Anyone
opponent-open-text = Your game waits in the lobby until someone joins.
opponent-screen = One screen
opponent-screen-text = Two players, one device: play both sides here.
opponent-watch = Computer vs computer
opponent-watch-text = Watch the computer play itself.
level = Level
level-of = Level for { $side }
level-number = Level { $level }: { $name }
level-beginner = Beginner
level-beginner-text = Makes mistakes a child would make.
level-novice = Novice
level-novice-text = Sees captures, and little else.
level-casual = Casual
level-casual-text = Looks one move ahead and slips now and then.
level-practised = Practised
level-practised-text = Sees simple threats by both sides.
level-club = Club player
level-club-text = Plans three moves ahead and rarely slips.
level-expert = Expert
level-expert-text = Makes no careless moves.
level-master = Master
level-master-text = Calculates deeply.
level-strongest = Strongest
level-strongest-text = Plays at full strength.
level-lowest = The weakest of { $count } levels.
level-measured = In test games of Shatranj it scored about { $percent } % against level { $below }.
level-unmeasured = Stronger than level { $below }. How much was never measured.
colour = Colour
colour-random = Random
i-play-random = Random colour
options-title = Rules
options-usual = All by the sources
options-changed = { $n } changed
options-text = Defaults follow the best sources. Change one if you play by another tradition.
