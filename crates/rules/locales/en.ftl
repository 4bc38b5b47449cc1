# What the rules say, in English. One file per language; keys and arguments are
# those of crates/rules/src/message/say.rs.

side-white = White
side-black = Black

# A game with other rules than its usual ones.
ruleset-changed = { $name } ({ $count ->
    [one] 1 rule changed
   *[other] { $count } rules changed
})

# A piece's name as sentences use it; Arabic adds its article. The ruleset's own word is the argument.
piece-name = { $name }
list-none = no piece
list-comma = { $first }, { $second }
list-and = { $first } and { $second }
list-or = { $first } or { $second }
sentence-pair = { $first } { $second }
sentences = { $sentences }

## Why a move or another event is refused

refusal-over = The game is over.
refusal-no-claimable-draw = There is no draw here that could be left unclaimed.
refusal-not-your-turn = It is { $side }'s turn.
refusal-roll-first = The die must be rolled first.
refusal-no-roll = No die is rolled now.
refusal-no-face = { $face } is not a face of the die, which has 1 to { $faces }.
refusal-no-turns-yet = There are no turns yet: the werera lasts until the first capture.
refusal-no-werera = This game has no werera.
refusal-werera-over = The werera is over: the players take turns now.
refusal-werera-spent = Your moves in the werera are used up. Undo one, or wait.
refusal-other-bundle = The other side is setting up.
refusal-no-bundles = In this werera both sides move at once, without bundles.
refusal-bundle-in-check = Your { $king } is in check. End the check before you finish setting up.
refusal-no-cells = `{ $from }` and `{ $to }` should be squares of the board.
refusal-piece-gone = Your piece is no longer on { $cell }.
refusal-no-undo = You have no such move to undo.
refusal-undo-later-first = That piece has moved again since. Undo its later move first.
refusal-undo-piece-gone = That piece is no longer where the move put it.
refusal-undo-occupied = { $cell } is occupied now, so the move cannot be undone.
refusal-undo-king-attacked = Undoing that move would leave your { $king } attacked.
refusal-no-promotion = No piece that moves to { $cell } promotes to `{ $letter }` there.
refusal-promotion-missing = Choose what the piece promotes to on { $cell }.
refusal-no-pass = You may not pass here.
refusal-no-coordinates = `{ $text }` is not a move. Write two squares from { $first } to { $last }, as in `a1c3`, and a piece's letter after them to promote; `--` passes.
refusal-no-move = `{ $text }` is not a move here.
refusal-no-move-example = `{ $text }` is not a move here. Write moves like `{ $coordinates }` or `{ $san }`.
refusal-no-piece = There is no piece on { $cell }.
refusal-not-yours = The { $piece } on { $cell } belongs to { $owner }.
refusal-own-piece = Your own { $piece } stands on { $cell }.

refusal-check-royal-face = Your { $king } is in check: only the { $king } may move, and only when the roll allows it.
refusal-check-one-throw = { $side }'s { $king } is still in check after its one roll. Pass to end the game.
refusal-roll-excludes = With a { $face } you may move only the { $pieces }.
refusal-roll-excludes-all = With a { $face } no piece may move.

refusal-nowhere = The { $piece } on { $cell } has nowhere to go.
refusal-blocked = The { $piece } on { $cell } is blocked: there is no square it could move to now.
refusal-only-immune = The { $piece } on { $cell } can only reach a piece it may not capture: the { $victim }.
refusal-immune = The { $piece } may not capture the { $victim }.
refusal-king-immune = The { $king } cannot be captured.
refusal-move-only = The { $piece } on { $from } cannot capture on { $to }, only move there.
refusal-capture-only = The { $piece } on { $from } may go to { $to } only to capture.
refusal-hurdle = To get to { $to }, the { $piece } must hop over exactly one piece.
refusal-in-the-way = The { $piece } cannot get to { $to }: a piece stands in the way on { $cell } ({ $blocker }).
refusal-no-such-way = The { $piece } does not move from { $from } to { $to }. { $movement }

refusal-castling-phase = There is no castling in this phase of the game.
refusal-castling-lost = That castling is no longer allowed: the { $king } or the { $rook } has moved.
refusal-castling-blocked = To castle, the squares between { $king } and { $rook } must be empty.
refusal-castling-attacked = The { $king } may not castle out of check, through an attacked square or into check.

refusal-king-nowhere = Your { $king } cannot move: wherever it could go, it would be attacked.
refusal-king-attacked = On { $cell } your { $king } would be attacked.
refusal-king-attacked-by = On { $cell } your { $king } would be attacked by the { $attacker } on { $origin }.
refusal-check-piece = Your { $king } is in check, and the { $piece } cannot end the check.
refusal-check-move = Your { $king } is in check, and that move does not end the check.
refusal-pinned = The { $piece } on { $cell } is pinned: if it moved, your { $king } would be attacked.
refusal-pinned-by = The { $piece } on { $cell } is pinned: if it moved, your { $king } would be attacked by the { $attacker } on { $origin }.

## What is wrong with a position

placed = { $place }: { $message }
fen-rank = rank { $rank }
fen-cell = { $cell }
fen-field = { $field ->
    [placement] placement
    [side] side to move
    [castling] castling
    [passed] passed cells
    [idle] idle plies
    [turn] turn number
   *[named] field
}
fen-too-long = the FEN is longer than { $bytes } bytes
fen-no-placement = there is none; a position begins as in `{ $example }`
fen-ranks = the placement has { $ranks } ranks, but the board has { $wanted }
fen-files = `{ $text }` fills { $cells } cells, but the board has { $files } files
fen-letter = `{ $letter }` is no piece's letter; the pieces are `{ $letters }`, upper case for White
fen-not-promoted = `+{ $letter }` is no piece: no piece with the letter `{ $letter }` is promoted here
fen-number = `{ $text }` should be a number below { $bound }
fen-side = `{ $text }` should be `w` or `b`
fen-side-werera = `{ $text }` should be `w` or `b`, or `*` in the werera
fen-castling = `{ $text }` should be `-` or letters of `KQkq`
fen-passed = `{ $text }` should be `-` or cells such as `a4a5`
fen-no-field = `{ $text }` is no field; there are `throw:4`, `lone:3,0`, `bare:5`, `bundle:w` and `phase:claimed`
setup-cell-twice = two pieces stand here
setup-kings = { $side } should have one { $king }, but has { $kings }
setup-promoted = a { $piece } cannot stand here: it is promoted on arrival
setup-castling = the castling right `{ $right }` cannot be: there is no such castling, or king or rook have moved
setup-passed-occupied = a passed cell should be empty
setup-no-long-step = no piece has just made a long step over this cell
setup-no-die = no die is thrown in this game
setup-throw = the throw is { $throw }, but the die has faces 1 to { $faces }
setup-no-werera = this game has no werera; the side to move should be `w` or `b`
setup-no-claim = in this game no failed escape can be claimed
setup-no-counter = this game counts no moves of a lone piece or after a bared king
setup-check = { $side } is in check although it is not on move
setup-both-in-check = { $side } is in check although it is not on move, and so is the side on move

## How a piece moves

movement-none = It never moves.
movement-ways = It { $ways }.
movement-squares = { $count ->
    [1] one square
    [2] two squares
    [3] three squares
   *[other] { $count } squares
}
movement-aim = { $line ->
    [any] {" "}in any direction
    [straight] { $way ->
        [any] {" "}straight
       *[other] { "" }
    }
    [diagonal] {" "}diagonally
   *[oblique] { "" }
}{ $way ->
    [forward] {" "}forward
    [backward] {" "}backward
    [sideways] {" "}sideways
    [forward-sideways] {" "}forward or sideways
    [backward-sideways] {" "}backward or sideways
    [forward-backward] {" "}forward or backward
   *[any] { "" }
}
movement-step = { $mode ->
    [capture] captures
   *[other] moves
} { $squares }{ $aim }
movement-jump = { $mode ->
    [capture] captures by a jump of
   *[other] jumps
} { $squares }{ $aim }
movement-jump-oblique = { $mode ->
    [capture] captures by a jump in an L
   *[other] jumps in an L
}{ $aim }: { $long } straight, { $short } to the side
movement-lame = { $mode ->
    [capture] captures
   *[other] moves
} { $squares }{ $aim }, but not over a piece
movement-lame-oblique = { $mode ->
    [capture] captures
   *[other] moves
} { $long } straight and { $short } to the side{ $aim }, but not over a piece
movement-slide = { $mode ->
    [capture] captures at
   *[other] moves
} any distance{ $aim }
movement-slide-limited = { $mode ->
    [capture] captures
   *[other] moves
} up to { $squares }{ $aim }
movement-ride = { $mode ->
    [capture] captures by repeated jumps of
   *[other] jumps again and again,
} { $squares }{ $aim }{ $limit }
movement-ride-oblique = { $mode ->
    [capture] captures by repeated jumps in one line,
   *[other] jumps again and again in one line,
} { $long } straight and { $short } to the side each time{ $aim }{ $limit }
movement-limit = { $times ->
    [0] { "" }
    [2] , at most twice
   *[other] , at most { $times } times
}
movement-by-jumps = { $short ->
    [0] {" "}by jumps of { $long }
   *[other] {" "}by jumps of { $long } and { $short }
} squares
movement-by-steps = { "" }
movement-hop = { $mode ->
    [capture] captures at
   *[other] moves
} { $distance }{ $aim }{ $jumps }{ $limit }, over exactly one piece
movement-any-distance = any distance
movement-up-to = up to { $squares }
movement-grasshopper = { $mode ->
    [capture] captures
   *[other] moves
}{ $aim }{ $jumps } over the nearest piece to the square right behind it
movement-bent = { $mode ->
    [capture] captures
   *[other] moves
} { $squares }{ $aim }, then turns outward and goes straight on{ $stop ->
    [1] {""}
    [2] {" "}(never stopping on the first square)
   *[other] {" "}(never stopping before square { $stop } of its way)
}

## How a game ended

outcome-checkmate = { $winner } wins: { $loser }'s { $king } is checkmated.
outcome-stalemate-loss = { $winner } wins: { $loser } has no legal move, and stalemate loses here.
outcome-stalemate-win = { $winner } wins: it has no legal move, and stalemate wins here.
outcome-stalemate-draw = Draw by stalemate: the side to move has no legal move.
outcome-no-pseudo-move = { $winner } wins: no piece of { $loser } can move, and that loses here.
outcome-bare-king-loss = { $winner } wins: { $loser }'s { $king } has lost all other pieces{ $counts ->
    [men-but-pawns] {" "}except pawns
   *[all-men] { "" }
}.
outcome-bare-king-draw = Draw: { $counts ->
    [men-but-pawns] a { $king } has lost all other pieces except pawns
   *[all-men] a { $king } has lost all other pieces
}, and a bare { $king } cannot be checkmated.
outcome-both-bare = Draw: each { $king } has lost all other pieces{ $counts ->
    [men-but-pawns] {" "}except pawns
   *[all-men] { "" }
}.
outcome-lone-man-limit = Draw: { $moves ->
    [any] a side with one piece left beside its { $counts ->
        [men-but-pawns] { $king } and pawns
       *[all-men] { $king }
    } has made
   *[lone-man] the last piece beside a { $counts ->
        [men-but-pawns] { $king } and pawns
       *[all-men] { $king }
    } has made
} { $limit ->
    [one] 1 move
   *[other] { $limit } moves
} without checkmate.
outcome-bare-count = Draw: the bare { $king } was not checkmated within { $moves ->
    [one] 1 move
   *[other] { $moves } moves
}.
outcome-king-captured = { $winner } wins: { $loser }'s { $king } was captured.
outcome-failed-escape = { $winner } wins: { $loser }'s { $king } was in check, and the roll did not save it.
outcome-repetition = Draw: the same position occurred { $times } times.
outcome-move-limit = Draw: { $limit } without a capture.
outcome-move-limit-pieces = Draw: { $limit } without a capture or a { $pieces } move.
outcome-resignation = { $winner } wins: { $loser } resigned.
outcome-agreement = Draw by agreement.
outcome-time = { $winner } wins: { $loser } ran out of time.
outcome-time-draw = Draw: a player ran out of time, but the opponent had too little left to win.
outcome-abandonment-win = { $winner } wins: { $loser } left the game.
outcome-abandonment-draw = Draw: a player left the game.
outcome-aborted = Game aborted.
outcome-unexplained-win = { $winner } wins.
outcome-unexplained-draw = Draw.
outcome-recorded-win = { $winner } wins, according to the game's record, which gives no reason.
outcome-recorded-draw = Draw, according to the game's record, which gives no reason.

mate-style-poor = Poor style by custom: checkmate with the { $piece }.
mate-style-respectable = Respectable by custom: checkmate with the { $piece }.
mate-style-praised = Finest style by custom: checkmate with the { $piece }, and another had a part in it.

limit-moves-each = { $moves } moves each
limit-plies = { $plies } moves by both sides together

## Running counters

counter-bundle-title = Bundle
counter-bundle = { $side } has made { $value } of at most { $limit } moves of this bundle.
counter-werera-moves-title = Moves in the werera
counter-werera-moves = { $side } has made { $value } of { $limit } moves in the werera.
counter-lone-piece-title = Moves with one piece left
counter-lone-piece = { $side } has one piece left beside { $counts ->
    [men-but-pawns] { $king } and pawns
   *[all-men] the { $king }
}. Without checkmate the game is a draw once { $moves ->
    [any] { $side } has made { $limit } moves
   *[lone-man] that piece has made { $limit } moves
}.
counter-bare-king-title = Bare king
counter-bare-king = The bare { $king } must be checkmated within { $limit } moves, or the game is a draw.
counter-repetition-title = Repetition
counter-repetition = This position has occurred { $value } times. At { $limit } the game is a draw.
counter-move-limit-title = Move limit
counter-move-limit = { $value } moves by both sides together without a capture. The game is a draw after { $limit }.
counter-move-limit-pieces = { $value } moves by both sides together without a capture or a { $pieces } move. The game is a draw after { $limit }.

## The laws

law-opening-title = Opening
law-opening-turns = The players take turns from the start. { $side } moves first.
law-opening-live = The werera (opening phase): both sides move at the same time, without turns, as often as they like, and may undo their own moves.
law-opening-bundles = The werera (opening phase) in bundles: the sides alternate, each with up to { $bundle } moves without a capture, and may undo their own moves.
law-opening-end = The first capture ends it; the side whose piece was captured moves next.
law-opening-pawns = In the werera pawns move any distance forward.
law-opening-mate = { $mate ->
    [adjudicated] A checkmate that stands in the werera ends the game at once.
   *[not-adjudicated] A checkmate in the werera does not count.
}
law-opening-budget = A side waits after { $budget } moves; when both have made theirs, turns begin with White.

law-pass-title = Passing
law-pass-never = Passing is not allowed.
law-pass-forced = A side without a legal move passes; otherwise it must move.
law-pass-free = You may pass.
law-pass-free-except = You may pass, unless the die shows the { $pieces } and one of them can move.

law-die-title = The die
law-die-none = No die is rolled.
law-die-faces = Each turn one die is rolled and decides which piece may move: { $faces }.
law-die-face = { $face } { $pieces }
law-die-face-empty = { $face } none

law-royalty-title = The king
law-royalty-mate = Checkmate the { $king } to win. No move may leave your own { $king } attacked.
law-royalty-capture = There is no check: capture the { $king } to win.
law-royalty-mate-and-capture = Checkmate the { $king } to win, or capture a { $king } that is still attacked. No move may leave your own { $king } attacked.

law-check-title = King in check
law-check-ordinary = A check must be ended at once: move the king, capture the piece that gives check, or put a piece between.
law-check-no-duty = You may leave your king in check.
law-check-royal-face = A side in check moves only when the die shows the king, and then the king must move to safety. A king in check with no such move at all is checkmated.
law-check-one-throw = Any piece the roll allows may end a check, but only on the very next roll: a side that is still in check after it loses.

law-stalemate-title = Stalemate
law-stalemate-loss = A side that is not in check and has no legal move loses.
law-stalemate-draw = If a side is not in check and has no legal move, the game is a draw.
law-stalemate-win = A side that is not in check and has no legal move wins.
law-stalemate-pass = A side without a legal move passes.
law-stalemate-loss-without-pseudo-move = A side loses when none of its pieces could move even if check were ignored.

law-bare-king-title = Bare king
law-bare-king-ignored = A king without other pieces plays on.
law-bare-king-loss = A side whose king has lost all other pieces{ $counts ->
    [men-but-pawns] {" "}except pawns
   *[all-men] { "" }
} loses.
law-bare-king-loss-counter = A side whose king has lost all other pieces{ $counts ->
    [men-but-pawns] {" "}except pawns
   *[all-men] { "" }
} loses, unless its very next move captures the other side's last piece too; then the game is a draw.
law-bare-king-draw = When a king has lost all other pieces{ $counts ->
    [men-but-pawns] {" "}except pawns
   *[all-men] { "" }
}, the game is a draw at once{ $mate ->
    [mate] , unless the same move gives checkmate
   *[draw] { "" }
}: a bare king cannot be checkmated.
law-bare-king-draw-after = A king that has lost all other pieces{ $counts ->
    [men-but-pawns] {" "}except pawns
   *[all-men] { "" }
} must be checkmated within { $moves } moves, or the game is a draw.

law-support-title = King and one piece left
law-support-none = A king with one piece left plays on without a limit.
law-support-lone-man = A king with one piece left, of those that keep a king from being bare, can be checkmated only until { $moves ->
    [any] its side has made { $limit } moves
   *[lone-man] that piece has made { $limit } moves
}; then the game is a draw.

law-promotion-title = Promotion
law-promotion-none = No piece promotes.
law-promotion-piece = On { $place } the { $piece } { $duty ->
    [optional] may promote
   *[compulsory] promotes
} to { $to }.
law-promotion-place = { $ranks ->
    [1] the last rank
   *[other] the last { $ranks } ranks
}
law-promotion-fixed = { $pieces }
law-promotion-player = { $pieces }, as the player chooses
law-promotion-lost = a piece of its side that was captured ({ $pieces })
law-promotion-lost-always = a piece of its side that was captured ({ $pieces }) or { $always }
law-promotion-lost-otherwise = a piece of its side that was captured ({ $pieces }), or { $otherwise } if none was

law-pawn-step-title = The pawn's first step
law-pawn-step-single = No piece has a longer first step, and there is no en passant.
law-pawn-step-initial = From rank { $rank } the { $piece } may move up to { $steps } squares straight ahead. { $passing ->
    [passed-cells] It can be captured en passant on any square it passed, on the very next move.
   *[none] It cannot be captured en passant.
}

law-castling-title = Castling
law-castling-none = There is no castling.
law-castling-king-steps = The king may castle if neither it nor the { $rook } has moved and the squares between them are empty: it moves { $steps } squares towards { $sides ->
    [right] the { $rook } on its right
   *[both] either { $rook }
}, which goes to the square next to it on the other side. A king cannot castle out of, through or into check.{ $when ->
    [werera] {" "}Castling is allowed only in the werera.
   *[turns] { "" }
}

law-repetition-title = Repetition
law-repetition-none = Positions may repeat without limit.
law-repetition-draw = When the same position occurs for the { $times ->
    [2] second
    [3] third
    [4] fourth
    [5] fifth
   *[other] { $times }th
} time with the same side to move, the game is a draw.

law-move-limit-title = Move limit
law-move-limit-none = There is no move limit.
law-move-limit-draw = After { $limit } without a capture the game is a draw.
law-move-limit-draw-pieces = After { $limit } without a capture or a { $pieces } move the game is a draw.

law-time-forfeit-title = Running out of time
law-time-forfeit-loss = A player who runs out of time loses. So does a player who leaves, if the opponent claims the win.
law-time-forfeit-draw-if-unwinnable = A player who runs out of time loses. So does a player who leaves, if the opponent claims the win. But the game is a draw if the opponent has too little left to win by any sequence of legal moves.

law-immunity-title = Pieces that cannot capture each other
law-immunity-none = Every piece may capture every other.
law-immunity-spared = The { $piece } may not capture the { $victims }.

law-mate-style-title = Customs of checkmate
law-mate-style-none = No checkmate ranks above another.
law-mate-style-poor = Checkmate with a { $pieces } is thought poor.
law-mate-style-respectable = Checkmate with a { $pieces } is respectable.
law-mate-style-praised = Checkmate with a { $pieces } is the finest, if another one has a part in it: without that one it would be no mate.
law-mate-style-result = The result is the same.
