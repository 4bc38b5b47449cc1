# Chat beside a game and in replays.
talk-said = Chat messages
talk-none = No messages yet
talk-match-watching = Quiet game: spectators chat only with each other.
talk-match-playing = Spectator chat is hidden during the game.
watching = { $n ->
    [one] 1 spectator
   *[other] { $n } spectators
}
watches = spectator
mute = Mute
mute-one = Mute { $name }
mute-all = Mute everyone
say-label = Your message
say-placeholder = Write a message
preset-hello = Hello!
preset-good-luck = Good luck!
preset-well-played = Well played!
preset-thanks = Thank you!
preset-sorry = Sorry!
preset-your-move = Your move.
preset-good-game = Good game!

replay-of = Replay: { $game }
replay-start = Starting position
pause = Pause
scrub = Position in the game
speed = { $n }×
speed-instant = Skip pauses
speed-title = Speed
move-of = Move { $n } of { $total }
talk = Chat
say = Send
