# Courses. Keys after `learn-` that begin with the id of a course, or with `guide-`, are named in lessons/*.toml.

learn-title = Learn historic chess
learn-lead = Five short courses. Each takes about three minutes: you move every piece yourself.
learn-puzzles = Puzzles: one good move to find
learn-course-title = Learn { $name }
learn-progress = { $done } of { $all } steps done
learn-complete = Done
learn-start = Start
learn-continue = Continue
learn-repeat = Once more
learn-steps = Steps
learn-step = Step { $n } of { $all }
learn-step-done = Step { $n } of { $all }, done
learn-last-step = First game
learn-next = Next
learn-skip = Skip
learn-back = Back
learn-restart = Start over
learn-undo = Undo { $man } { $cell }
learn-right = Well done!
learn-read-more = Read more
learn-cell-marked = { $cell }, marked
learn-try = Try { $from } to { $to }.
learn-other-piece = That piece can move, but it’s not the one we want here.
learn-other-move = That’s a legal move, but not what we want here.
learn-end-title = Now play!
learn-end-text = You know enough for your first game. The computer plays at its gentlest, with a few hints beside the board.
learn-end-play = Play your first game
learn-end-choose = Choose an opponent
learn-more-courses = Other courses
learn-play-again = Play again
learn-got-it = Got it

## Senterej

learn-senterej = Both players move at once until the first capture.
learn-senterej-goal = Senterej is the chess of Ethiopia. Attack the enemy negus (king) so that it cannot escape: that is checkmate, and you win.
learn-senterej-werera = There are no turns yet! In the werera (opening phase) both sides move at once: move the three marked pieces, and don’t wait for { $other }. In a game it begins when you press “{ $ready }”, or move.
learn-senterej-werera-done = You both moved at once. There is no limit: move as often as you like, and undo a move with its button.
learn-senterej-undo = In the werera you may take back your own moves. Press Undo to take the feresenya back from a3.
learn-senterej-undo-again = Nobody has to agree to that. Now put the feresenya on c3.
learn-senterej-undo-done = Move, watch, undo, move again: that is the werera.
learn-senterej-first-capture = The first capture ends the werera. Take the medeq on e5.
learn-senterej-first-capture-after = From now on you take turns. { $other } lost the first piece, so { $other } moves next.
learn-senterej-medeq = The medeq (pawn) walks one square ahead, but captures diagonally ahead: it moves onto an enemy piece, which leaves the board. Step to b4, then take on c5.
learn-senterej-ferz = The ferz (counsellor) is weak: one square, only diagonally. Walk it over the marked squares.
learn-senterej-saba = The saba (elephant) jumps exactly two squares diagonally, over anything in between. Visit both squares.
learn-senterej-saba-reach = A saba sees only eight squares of the board. Find its way to the marked piece.
learn-senterej-saba-reach-done = By way of d3. Most squares it can never reach.
learn-senterej-like-chess = The negus goes one square any way. The der (rook) goes straight, as far as the way is free. Take each to its marked square.
learn-senterej-feresenya = The feresenya (horseman) jumps in an L: two squares straight, one to the side, over anything in between. Visit both squares.
learn-senterej-promotion = A medeq that reaches the last rank becomes a ferz, nothing more. Promote it.
learn-senterej-mate = A mate by der or feresenya is thought poor style; by medeqs together it is the finest. Give mate with the medeq.
learn-senterej-bare = A negus left without pieces can’t be mated, and medeqs don’t count. A number beside each name tells how many pieces are left. Take { $other }’s last piece and see.
learn-senterej-seven = A side with one piece left is safe once that piece has moved seven times. Yours has moved six: move it again.
learn-senterej-stalemate = Stalemate is a draw. Put the der on b1, and { $other } has no move.

## Shatranj

learn-shatranj = The chess of the caliphs, with three ways to win.
learn-shatranj-goal = Shatranj was played from Samarkand to Spain. You win by checkmate (the shah, or king, is attacked and cannot escape), by stalemate, or by taking every other piece.
learn-shatranj-like-chess = The shah (king) goes one square any way. The rukh (rook) goes straight, as far as the way is free. Take each to its marked square.
learn-shatranj-faras = The faras (horse) jumps in an L: two squares straight, one to the side, over anything in between. Visit both squares.
learn-shatranj-first-step = Unlike chess, a baidaq has no double step, and nobody castles. Move any baidaq.
learn-shatranj-first-step-done = One square, every time. Games begin slowly here.
learn-shatranj-baidaq = The baidaq (pawn) walks one square ahead, but captures diagonally ahead: it moves onto an enemy piece, which leaves the board. Step to b4, then take on c5.
learn-shatranj-firzan = The firzan (counsellor) stands where the queen is now, but goes one square diagonally. Walk it over the marked squares.
learn-shatranj-fil = The fil (elephant) jumps exactly two squares diagonally, over anything in between. Visit both squares.
learn-shatranj-fil-reach = A fil reaches only eight squares of the board. Find its way to the marked piece.
learn-shatranj-fil-reach-done = By way of d3! The four fils of a game can never meet.
learn-shatranj-promotion = A baidaq on the last rank becomes a firzan, never more. Promote it.
learn-shatranj-mate = Checkmate wins. Give mate with the rukh.
learn-shatranj-stalemate = Stalemate wins too: { $other } is not attacked but has no move. Put the rukh on b3.
learn-shatranj-bare = And taking the last piece wins, baidaqs included; a number beside each name tells how many are left. Take it.
learn-shatranj-both-bare = One way out: { $other } took your last piece, but you can take { $other }’s last one at once. Do it.

## Oblong chess

learn-oblong = Shatranj on a board of four by sixteen.
learn-oblong-goal = The pieces of shatranj on a board four files wide. You win by checkmate (the king is attacked and cannot escape), by stalemate, or by taking every other piece.
learn-oblong-like-chess = The king goes one square any way. The rook goes straight, as far as the way is free. Take each to its marked square.
learn-oblong-knight = The knight jumps in an L: two squares straight, one to the side, over anything in between. Visit both squares.
learn-oblong-soldier = The soldier (pawn) walks one square, never two, but captures diagonally ahead: it moves onto an enemy piece, which leaves the board. Step to b6, then take on c7.
learn-oblong-general = The general goes one square, only diagonally. Walk it over the marked squares.
learn-oblong-elephant = The elephant jumps exactly two squares diagonally, over anything in between. Visit both squares.
learn-oblong-elephant-reach = On this board an elephant sees just two files. Find its way to the marked piece.
learn-oblong-elephant-reach-done = From c3 to a5 to c7: it zigzags up the board and visits eight squares in all.
learn-oblong-promotion = A soldier on the last rank becomes a general, nothing more. Promote it.
learn-oblong-mate = Checkmate wins, and a narrow board helps the rooks. Give mate.
learn-oblong-stalemate = Stalemate wins too: { $other } is not attacked but has no move. Put the rook on b5.
learn-oblong-bare = And taking the last piece wins, soldiers included; a number beside each name tells how many are left. Take it.
learn-oblong-both-bare = One way out: { $other } took your last piece, but you can take { $other }’s last one at once. Do it.

## Oblong chess with a die

learn-oblong-dice = The long board with a die: it chooses which piece may move.
learn-oblong-dice-goal = Take the enemy king, and you win. There is no check and no checkmate.
learn-oblong-dice-roll = Each turn a die chooses the piece. You rolled a three, the number of the knight, which jumps in an L: two squares straight, one to the side. Move one.
learn-oblong-dice-roll-done = 6 king, 5 general, 4 elephant, 3 knight, 2 rook, 1 soldier.
learn-oblong-dice-soldier = A one moves a soldier (pawn): one square ahead, but it captures diagonally ahead, onto an enemy piece, which leaves the board. Step to b6, then take on c7.
learn-oblong-dice-rook = A two moves a rook: straight, as far as the way is free. Visit both squares.
learn-oblong-dice-elephant = A four moves an elephant: it jumps exactly two squares diagonally, over anything. Visit both squares.
learn-oblong-dice-general = A five moves the general: one square, only diagonally. Walk it over the marked squares.
learn-oblong-dice-king = A six moves the king: one square any way. Take it to the marked square.
learn-oblong-dice-no-move = A six, but your king is boxed in. Try it, then pass.
learn-oblong-dice-no-move-after = No move for the roll means no move at all. { $other } rolls.
learn-oblong-dice-pass = A two: your rook stands well, and you need not move it. Press Pass.
learn-oblong-dice-pass-after = Passing is always allowed. A quiet roll can be a good one.
learn-oblong-dice-promotion = A soldier on the last rank becomes a general. Promote it.
learn-oblong-dice-capture = { $other }’s rook attacks your king, but needs a two to take it. You rolled a one: move the soldier.
learn-oblong-dice-capture-luck = { $other } rolled a four and has no elephant. You rolled a two: take the king!

## Mideast

learn-mideast = Ten by ten squares, with four pieces you have never met.
learn-mideast-goal = Mideast chess is from California and was first described in 1971 or 1972. Checkmate the king, as in chess.
learn-mideast-like-chess = The rook goes straight, the bishop diagonally, the queen both ways, as far as the way is free. Take each to its marked square.
learn-mideast-knight = The knight jumps in an L: two squares straight, one to the side. The king goes one square any way. Take each to its marked square.
learn-mideast-pawn = A pawn walks one square ahead, or two the first time. It captures diagonally ahead: it moves onto an enemy piece, which leaves the board. Try the three marked squares.
learn-mideast-en-passant = { $other }’s pawn just ran two squares past yours. Take it as if it had gone one: that is “en passant”.
learn-mideast-en-passant-done = They start on the third rank, so the double step ends on the fifth.
learn-mideast-courtier = The courtier jumps farther than a knight: three squares straight, two to the side. Try the marked squares.
learn-mideast-chevalier = The chevalier jumps three straight and one to the side. It never changes the colour of its square.
learn-mideast-castle = The castle jumps to any square exactly two away, all sixteen of them. It is no rook.
learn-mideast-cavalier = The cavalier bends: one step diagonally, then straight on; or one step straight, then diagonally on. It never stops next door.
learn-mideast-cavalier-blocked = A cavalier does not jump, and e3 is blocked. Which way leads to f5?
learn-mideast-cavalier-blocked-done = By d3, then diagonally. Other ways had to cross e3.
learn-mideast-leapers = Courtier, chevalier or castle: only one of them can take the queen. Which?
learn-mideast-promotion = A pawn on the last rank becomes any piece but a king. Promote it.
learn-mideast-mate = Long jumps find hidden kings. Give mate with the courtier.
learn-mideast-rest = Nobody castles here, and stalemate is a draw. That is all: the rest is chess.

## Beside the first game

learn-guide-start = You play { $own }, at the bottom. Press a piece to see where it can go.
learn-guide-werera = This is the werera: both sides bring out their pieces at once. Look around first; it begins when you press “{ $ready }”, or move a piece.
learn-guide-werera-again = Keep going. Press a piece in the row of placed pieces to undo its move, and look for a safe first capture.
learn-guide-turns = The first capture ended the werera. Now you take turns, and the side that lost the piece moves first.
learn-guide-moved = Good. Before each move, look at what { $other }’s last move attacks.
learn-guide-mideast-moved = Good. Watch the long jumps: courtiers and chevaliers attack from afar.
learn-guide-capture-spared = Pieces are coming off; the number beside each name counts those left. Mate before { $other } has just one piece, or the draw is near.
learn-guide-capture-bare = Pieces are coming off; the number beside each name counts those left. A king left alone has lost the game.
learn-guide-mideast-capture = Pieces are coming off. A pawn on the last rank becomes any piece you like.
learn-guide-check = Your king is in check: move it, take the attacker, or put a piece between.
learn-guide-counter = A counter has started below. When it is full, the game is a draw.
learn-guide-dice-start = You play { $own }. The server rolls for both sides; take { $other }’s king to win.
learn-guide-dice-throw = Your first roll: only the pieces shown beside the die may move. You may also pass.
learn-guide-dice-moved = Nobody warns you of an attack on your king. Count which rolls could take it.
learn-guide-dice-no-move = No piece can use this roll, so the turn passes by itself.
learn-guide-dice-capture = Pieces are coming off. Every kind you lose is a roll that does nothing for you.
learn-guide-over = Your first game is done. Well played!
