# What the library says, in English. Keys and arguments are those of crates/library/src/say.rs.

## Heads and parts

library-head = { $title } – Rukh
library = Library
library-index = Library of historic chess
library-text = The games, their rules and where these come from: every statement leads to its source.
library-nav-learn = Learn
library-nav-play = Play
library-nav-games = Games
library-nav-languages = Language
library-contents = On this page
library-rules-of = Rules of { $name }
library-play = Play this game
library-puzzles = Puzzles
library-period = Period
library-region = Region
library-other-names = Other names
library-status = State of the rules
library-laws-sourced = { $ours ->
    [0] All { $all } rules come from the sources.
    [one] Of { $all } rules { $sourced } come from the sources; one is our reconstruction.
   *[other] Of { $all } rules { $sourced } come from the sources; { $ours } are our reconstruction.
}
library-reconstructed = mostly reconstructed
library-identifiers = Identifiers
library-changed = { $count ->
    [one] One rule differs from the usual ones:
   *[other] { $count } rules differ from the usual ones:
}
library-usual = Show the usual rules
library-story = Story
library-overview = How it is played
library-pieces = Pieces
library-moves-of = How the { $piece } moves on an empty board
library-moves-key = ● move or capture · ○ move only · ◌ capture only. Forward is up.
library-moves-key-first = A small open circle: with the first move only.
library-arrays = Starting array
library-unverified = uncertain
library-side-names = The first player has the { $white } pieces, the second the { $black } ones.
library-board = Board
library-board-size = { $files } by { $ranks } squares
library-laws = Rules and sources
library-source = Source
library-conjecture = Our reconstruction:
library-disputes = What the sources say
library-disputes-text = Where accounts differ or are silent: every reading side by side, the one we chose, its source or reason, and what another would change.
library-disputes-inherited = Its other points are those of { $name }:
library-our-choice = Our choice
library-changes = What this changes
library-remarks = Customs, names and readings
library-records = Records in other collections
library-relatives = Other rulesets of this game
library-works = Sources
library-works-text = Every work that a rule, a name or a date on this site rests on, in alphabetical order, with what rests on it.
library-unlinked = Why there is no address:
library-rests = { $count ->
    [one] One statement rests on it
   *[other] { $count } statements rest on it
}
library-seen-whole = We have read it.
library-seen-part = We have read it in part.
library-seen-reported = We have not read it; we know it from others who report it.
library-downloads = Downloads
library-download-ruleset = The ruleset as a file (TOML)
library-download-evidence = Its executed examples (Markdown)
library-version = Ruleset version:
library-files = Downloads and contributing
library-files-text = Rulesets, evidence and bibliography are free files: download, check and correct them.
library-files-rulesets = All rulesets
library-files-evidence = All evidence
library-files-sources = The bibliography and the records
library-files-puzzles = The puzzles
library-files-games = Finished games that are listed
library-files-search = search them
library-contribute = Contribute
library-contribute-source = A source
library-contribute-source-text = Do you know a book, a manuscript or a traveller’s account that describes these games? Send us its title, the page, and the words themselves; a photograph of the page is best.
library-contribute-correction = A correction
library-contribute-correction-text = If a rule, a name or a translation is wrong, tell us where it is, what it should say, and how you know.
library-contribute-ruleset = A ruleset
library-contribute-ruleset-text = A ruleset is one text file that states every rule with its source, and one file of examples that are executed. The guide shows how to write both.
library-contribute-report = Write to us
library-contribute-guide = Open the guide
library-compare = Compare rulesets
library-compare-text = Two rulesets law by law, with what they have in common and where they differ.
library-compare-first = First
library-compare-second = Second
library-compare-go = Compare
library-compare-title = { $first } and { $second }
library-compare-count = { $same } of { $rows } points are the same.
library-compare-same = The same in both:
library-sheet = Rule sheet to print
library-sheet-of = { $name }: the rules on one page
library-sheet-back = Back to the whole page
library-sheet-print = Print it from your browser; it fits one sheet of A4.
library-colon = :
library-squares = Pieces that fill a square
library-squares-text = The pieces of Senterej, king and pawns aside, reach every square of the five by five around them exactly once. The program asked the same of every game here.
library-squares-others = The same question asked of every game
library-square-side = The square of { $side } by { $side }
library-squares-same = The pieces move alike in
library-squares-none = No set of pieces fills it without a gap or an overlap.
library-map = Map
library-map-text = Where the games were played, described and found, and the ways they took.
library-map-key-route = The way a game took
library-map-key-unrecorded = Where a game came from; its way is not recorded
library-map-old-world = Map from the Atlantic to India
library-map-pacific = Map of Hawaii and California
library-map-of = Map with { $place }
library-map-whole = The map with all places
library-map-credit = Outline of the land: Natural Earth, public domain.
library-places = Places
library-route = { $game } goes from here to { $place }.
library-route-here = { $game } comes here from { $place }.
library-route-unrecorded = { $game } descends from shatranj; the way by which it came here is not recorded.
library-timeline = Timeline
library-timeline-text = When the games were played and described, from the year 600 to 2000.
library-timeline-open = or later
library-timeline-games = The games
library-timeline-events = Events
library-timeline-books = Books and manuscripts

## What a board from the evidence shows

library-board-turn = { $side } to move.
library-board-roll = { $side } is about to roll.
library-board-rolled = { $side } to move with a roll of { $face }.
library-board-werera = Opening phase: both sides may move.
library-board-goes-on = The game goes on.
library-board-legal = The { $piece } on { $cell } can go to { $cells }.
library-board-marked = The { $piece } on { $cell } can go to the { $count } marked squares.
library-board-stuck = The { $piece } on { $cell } cannot move.
library-board-illegal = The { $piece } on { $cell } may not go to { $target }.
library-board-no-promotion = On { $target } the { $piece } may not become a { $promoted }.
library-board-may-pass = Passing is allowed.
library-board-must-pass = The turn must be passed.
library-board-no-pass = Passing is not allowed.

## Sides, by the colours of their pieces: as the site's own messages of these keys

colour-white = White
colour-black = Black
colour-gold = Gold
colour-green = Green
colour-red = Red

## Records

library-record-of-evidence = Evidence { $id }
library-record-of-ruleset = { $game } in another collection
library-record-rests = What rests on this record
record-type = Type
record-place = Place
record-position = Coordinates
record-date = Date
record-content = Content
record-rules = Rules
record-home = The record itself
record-in-our-words = In our words
record-confidence = Confidence
record-ages = Ages
record-social-status = Social status
record-genders = Genders
record-note = Note
record-game = Game
record-name = Name
record-summary = Summary
record-description = Description
record-reference = Reference
record-origin = Origin

## Concepts

library-concepts = Concepts
library-concepts-text = What kind of game this is, derived by the program from the rules.
library-figures = In numbers
library-figures-text = Measured in { $games } games of our engine with itself, { $nodes } positions looked at for each move. In brackets: where the true value lies with 95% certainty, if more games were played. People play differently.
figure-plies = Moves of both sides: median { $median } ({ $least }–{ $most }); half of the games have { $low } to { $high }
figure-choices = Moves to choose from: median { $median }; in half of the games { $low } to { $high }
figure-won = Won by { $side }: { $share }% ({ $low }–{ $high }%)
figure-drawn = Drawn: { $share }% ({ $low }–{ $high }%)
figure-cut-off = Not finished after { $plies } moves: { $share }% ({ $low }–{ $high }%)
figure-werera = Opening phase: median { $moves } moves in { $seconds } seconds
library-concept-with = { $name }: { $value }
concepts-moves = Moves
concepts-play = Play
concepts-wins = Ways to win
concepts-draws = Ways to draw
concept-square-board = Square board
concept-long-board = Oblong board
concept-cells = Squares
concept-piece-kinds = Kinds of piece
concept-pieces-per-side = Pieces of each side
concept-royal = Royal piece
concept-steps = Steps to a neighbouring square
concept-leaps = Leaps over other pieces
concept-slides = Slides along a line
concept-bent-rides = Bends on its way
concept-hops = Needs a piece to hop over
concept-capture-otherwise = Captures differently from how it moves
concept-forward-only = Moves forward only
concept-bound = Cannot reach every square
concept-long-step = Long first step
concept-en-passant = En passant
concept-promotion = Promotion
concept-castling = Castling
concept-immunity = Cannot capture certain pieces
concept-simultaneous = Both sides move at once at first
concept-alternating = Turns
concept-die = Faces of the die
concept-passing = Passing
concept-stalemate-passes = A side without a move passes
concept-check = Check
concept-one-throw = One roll to escape check
concept-win-mate = Checkmate
concept-win-failed-escape = Check not escaped with one roll
concept-win-capture = Capture of the king
concept-win-stalemate = Stalemate
concept-win-bare-king = Bare king
concept-draw-stalemate = Stalemate
concept-draw-bare-king = Bare king
concept-draw-both-bare = Two bare kings
concept-draw-bare-count = Bare king not mated (moves)
concept-draw-lone-piece = Moves of the last piece
concept-draw-repetition = Repetition (times)
concept-draw-move-limit = Move limit (moves of each side)

## Endings

library-endings = Endings, solved
library-endings-of = Endings of { $name }
library-endings-text = Every position of up to { $pieces } pieces, kings counted, solved exactly: what it is worth to the side to move if both play their best.
library-endings-text-die = Every position of up to { $pieces } pieces, kings counted, solved exactly: what the side about to roll can expect if both play their best.
library-endings-note = Neither repetition nor the move limit is counted here. Positions with castling rights are left out.
library-endings-material = { $white } against { $black }
library-endings-turn = To move
library-endings-side = { $side }
library-endings-either = Either side
library-endings-won = Won, %
library-endings-drawn = Drawn, %
library-endings-lost = Lost, %
library-endings-moves = Longest win, moves
library-endings-points = Points on average
library-endings-decided = Games decided, %
library-endings-longest = The longest wins
library-endings-wins = { $moves ->
    [one] Wins in one move.
   *[other] Wins in { $moves } moves.
}
library-endings-limit = The move limit draws the game before that.
library-endings-line = The line
library-endings-play = Play it through on the analysis board
