# Home, open games, own games.
all-games = All games
rules-of = Rules of { $name }
manner-match = Quiet
home-title = { $n ->
    [0] Rukh – play historic chess
   *[other] ({ $n }) Rukh – play historic chess
}
home-headline = Play the chess games history left behind
home-lead = Persian Shatranj, Ethiopian Senterej, four-by-sixteen Oblong chess and more.
home-learn = Learn { $name } in 3 minutes
home-play = Play
loop-pause = Pause the moving board
loop-play = Play the moving board
own-games = Your games
own-both-sides = You play both sides
own-here = on this device
own-remove = Remove
own-remove-sure = Remove for good?
own-remove-game = Remove the game { $name } from this device
families-title = The games
family-learn = Learn { $name }
family-play = Play { $name }
family-play-short = Play
family-readings = Also:
seeks = Open games
seeks-none = No open games right now. Create one, invite a friend, or play the computer.
seeks-none-engine = Play the computer
seeks-none-friend = Invite a friend
seek-rated = Rated
lobby-events = Events
seek-waiting = waiting for an opponent
seek-link = Invite link
seek-accept = Join { $name }’s game of { $game }
seek-join = Join
you-play-side = you play { $side }
live-games = Live games
live-players = { $one } – { $other }
last-games = Played last
lobby-clubs = Clubs
time-of = { $who }: { $time }
own-position = own position
