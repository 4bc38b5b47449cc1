# The analysis board.
analysis-title = Analysis board
analysis-absent = The analysis board needs WebAssembly, which this browser does not run (Apple’s lockdown mode and Tor’s safer level switch it off) or this copy of the site does not have.
analysis-instead = These work without it:
analysis-instead-reviews = Finished games, each with its review
analysis-instead-library = The library of rules
analysis-loading = Loading the rules…
analysis-ruleset = Game
analysis-line = Moves and variations
analysis-line-empty = Move a piece to begin.

engine-title = Engine
engine-on = Start engine
engine-off = Stop engine
engine-lines = Lines
engine-depth = depth { $depth }
engine-speed = { $speed } positions/s
engine-thinking = Thinking…
engine-failed = The engine could not be started in this browser.
engine-place = Runs on
engine-workers = Processors
engine-device = this device
engine-server = our server
engine-server-limit = our server, up to { $limit } positions
engine-unable = The engine could not be started on this device, so our server searches.
engine-busy = Our engines are busy. Next try in { $seconds } s.
engine-werera = The opening phase has no turns. The engine judges the position as if turns began now.
threats-once = { $side } can capture now: { $moves }.
threats-twice = { $side } can capture with two moves: { $moves }.
engine-value = Evaluation for { $side }: { $value }
engine-mate = Mate in { $plies ->
    [one] 1 ply
   *[other] { $plies } plies
} for { $side }
engine-faces = Before the roll { $side } wins with { $chance }.
reasons-title = Why?
reasons-position = Here
reasons-move = What changes with
reasons-none = Nothing stands out.

analysis-faces = Roll
analysis-begin-turns = Start taking turns
analysis-unclaimed = Draw not claimed
analysis-notes = Comment and symbols
analysis-comment = Comment
analysis-glyphs = Annotate the move
analysis-glyphs-position = Evaluate the position
analysis-promote = Make main line
analysis-promote-end = The game ended here, and its end stays first. The line stands right behind it.
analysis-remove = Delete from here
analysis-study = Open, edit, share
analysis-group-position = Position
analysis-group-more = More
analysis-new = From the start
analysis-edit = Edit position
analysis-puzzles = Puzzles
analysis-open = Open a game
analysis-share = Copy link
analysis-shared = The link is copied. It holds the whole study.
analysis-pgn = Download PGN
analysis-play = Play from here
analysis-find = Find in the archive
analysis-unread = Not everything could be read:

open-title = Open a game or a position
open-text = Paste a FEN, a PGN or JSON Lines, or choose a file. Files of other programs work too.
open-file = Choose a file
open-paste = FEN, PGN or JSON Lines
open-go = Open
open-nothing = There is no game in this text.
open-which = The text has { $n } games. Which one?
open-game = { $number }. { $white } – { $black }
open-wrong = This can’t be read:

edit-title = Edit the position
edit-text = Choose a piece, then press the squares to put it on. Drag a piece to move it.
edit-palette = Pieces
edit-erase = Erase
edit-side = To move
edit-both = Both (opening phase)
edit-clear = Clear the board
edit-array = Set up the array
edit-good = The rules allow this position.
edit-wrong = The rules do not allow this position:
edit-go = Analyse this position

analysis-review = Review this line

studies-title = Studies
studies-text = They are kept in this browser, and nowhere else.
studies-none = You have no study yet. Move a piece, and one begins.
studies-deleted = Deleted ({ $n })
studies-deleted-text = Deleted studies can be restored for { $days } days.
study-name = Name
study-save = Save
study-rename = Rename
study-rename-it = Rename { $name }
study-delete = Delete
study-delete-it = Delete { $name }
study-deleted = “{ $name }” is deleted.
study-undo = Undo
study-restore = Restore
study-restore-it = Restore { $name }
study-new = New study
study-unnamed = Not saved yet: nothing has been changed.
study-gone = This study is not in this browser.
study-storage = This browser does not keep your studies: its storage is full or switched off. Download the PGN to keep your work.
study-close = Close
