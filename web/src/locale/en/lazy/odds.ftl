# Games in which one side has less time or fewer pieces.
odds-time = I play with another time
odds-time-text = Your own clock; your opponent has the one above. Such a game is not rated, and in a rematch you keep it.
odds-time-not-clock = You can choose another time only in a game with a clock of minutes.
odds-time-not-opponent = Another time is for a game with a friend or against the computer.
odds-pieces = Pieces that are missing
odds-pieces-text = The side that gives odds plays without the pieces you mark. Such a game is not rated.
odds-pieces-werera = The opening phase begins without them.
odds-pieces-random = With a random colour, chance decides who gives them.
odds-pieces-position = The game begins from a position of its own, so no pieces can be taken out of the array.
odds-side = Side that gives odds
odds-times = { $white } plays with { $first }, { $black } with { $second }.
odds-without = { $side } plays without: { $pieces }.
