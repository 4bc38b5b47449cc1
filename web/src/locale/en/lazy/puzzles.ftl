# Puzzles. Keys after `puzzle-theme-` are those of the files of puzzles, those after `mansuba-` the names in puzzles/mansubat.toml.

puzzles-title = Puzzles
puzzles-lead = Positions with one good move. Find it on the board; a wrong move is answered, and you try again.
puzzles-start = Solve the first
puzzles-continue = Solve the next
puzzles-next = Next unsolved
puzzles-progress = { $done } of { $all } solved
puzzles-theme = Theme
puzzles-difficulty = Difficulty
puzzles-all = All
puzzles-none = No puzzle is like that. Choose another theme or difficulty.
puzzles-mansubat = Problems of the old masters
puzzles-mansubat-text = Mansubat are the chess problems that players of Shatranj set, collected and retold from the ninth century on.
puzzle-title = Puzzle: { $name }
puzzle-label-new = Puzzle { $n }, { $name }. { $question } Difficulty { $difficulty } of 5
puzzle-label-solved = Puzzle { $n }, { $name }, solved. { $question } Difficulty { $difficulty } of 5
puzzle-label-failed = Puzzle { $n }, { $name }, not solved yet. { $question } Difficulty { $difficulty } of 5
puzzle-state-solved = solved
puzzle-state-failed = not solved yet
puzzle-difficulty = Difficulty { $n } of 5
puzzle-ask-mate = { $n ->
    [1] { $side } to move: mate in one move.
   *[other] { $side } to move: mate in { $n } moves.
}
puzzle-ask-win = { $n ->
    [1] { $side } to move: win the game in one move.
   *[other] { $side } to move: win the game in { $n } moves.
}
puzzle-ask-advantage = { $side } to move: one move gets a decisive advantage. Which?
puzzle-ask-defence = { $side } to move: only one move saves the game. Which?
puzzle-ask-roll = { $side } rolled { $face }: what is the best move?
puzzle-right = Right! Go on.
puzzle-solved = Solved!
puzzle-solution = That is the solution.
puzzle-checking = What does { $other } do now?
puzzle-refuted = Not the best: { $line }. You could expect { $expected } % of the points, with the right move { $best } %.
puzzle-refuted-plain = Not enough: { $line }.
puzzle-loses = That loses: { $line }.
puzzle-slower = That wins too, but it takes longer. There is a faster way.
puzzle-as-good = The computer finds { $line } about as good ({ $expected } % and { $best } %). The puzzle wants another move.
puzzle-illegal = That move is not possible.
puzzle-again = Try again
puzzle-show = Show the solution
puzzle-next = Next puzzle
puzzle-skip = Another puzzle
puzzle-repeat = Once more
puzzle-all-solved = All solved
puzzle-analyse = Open on the analysis board
puzzle-sources = Sources:
puzzle-verified-proof = No other move wins in time; all of them were searched.
puzzle-verified-search = The computer’s second-best move is worth { $margin } % less of the points.
puzzle-verified-checks = Every defence was searched; whether another move wins too is not proved.
puzzle-verified-sources = The solution is that of the sources; it is too long to be searched here.
puzzle-theme-mate = Mate
puzzle-theme-bare-king = Bare king
puzzle-theme-stalemate = Stalemate wins
puzzle-theme-king-capture = King captured
puzzle-theme-fork = Fork
puzzle-theme-promotion = Promotion
puzzle-theme-material = Wins material
puzzle-theme-sacrifice = Sacrifice
puzzle-theme-quiet = Quiet move
puzzle-theme-defence = Defence
puzzle-theme-die = With the die
puzzle-theme-endgame = Endgame
puzzle-theme-mansuba = Old masters

## The problems of the old masters

mansuba-dilaram = Dilaram’s mate
mansuba-dilaram-story = A nobleman had lost everything at chess and staked Dilaram, his favourite wife. His game looked lost too, until she whispered: “Give up both rukhs, but not Dilaram!” He gave up both rukhs, and mated. The story is told with this problem in many collections; some diagrams add a black horse on c4, which changes nothing.
mansuba-dilaram-legacy = Dilaram’s legacy
mansuba-dilaram-legacy-story = A problem in the spirit of Dilaram’s mate, shown among the mansubat of the Chess Variant Pages: two horses chase the shah across the whole board, check after check, until the fil gives mate.
mansuba-suli-diamond = As-Suli’s diamond
mansuba-suli-diamond-story = As-Suli, who played at the caliphs’ court in tenth-century Baghdad, said of this position that nobody had ever solved it unless he had learnt it from him. It kept its secret for a thousand years, until Averbakh published the solution. White must win the last firzan and so bare the black shah. Find the first move.
mansuba-suli-diamond-after = A table of all positions with these four pieces agrees: 1.Kb4 wins fastest, in twenty moves. Kc2 and the firzan to b4 or d2 only lose time; every other move lets the win go. The main line goes on 3…Kf6 4.Kd5 Kf7 5.Ke5 Kg7 6.Ke6 Kg8 7.Kf6 Kh8 8.Kg6 Kg8 9.Fd2!! Kf8 10.Fc1 Ke7 11.Kf5.
