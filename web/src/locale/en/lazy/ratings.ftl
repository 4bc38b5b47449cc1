# Rated games, ratings of players, leaderboards.
rated-text = The result changes the ratings of both players.
rated-not-account = Rated games are for players with an account.
rated-not-time = A rated game needs a clock, or days for each move.
rated-not-start = A rated game begins in the usual position.
rated-not-odds = A game with odds of time is not rated.
rated-register = Create an account
rated-sign-in = Sign in
rating-title = Rating
rating-of = { $name }’s rating: { $rating }
rating-change = { $name }:
rating-pending = The new ratings come in a moment.
rating-uncounted = This game does not count for the ratings: it was broken off, or one side never moved.
rating-deviation = ± { $n }
rating-games = { $n ->
    [one] { $n } game
   *[other] { $n } games
}
rating-games-title = Games
rating-rank = Rank
rating-player = Player
rating-provisional = A question mark means that the rating is not certain yet; ± is by how much it may be off.
rating-plot = Rated games: { $games }. From { $first } to { $last }, between { $low } and { $high }.
ratings-title = Ratings
ratings-all = All ratings
ratings-of = Kind of game
ratings-none = Nobody is listed yet: it takes about twenty rated games until a rating is certain enough.
ratings-no-pools = No rated game has been played yet.
ratings-begin = Choose a game, invite someone and tick “Rated”.
ratings-how = Ratings are Glicko-2, apart for each kind of game. Who has not played for months leaves the list until the next game.
pool-die = with the die
pool-live = live
pool-days = days per move
player-account = Has an account
ratings-who = Players
ratings-people = People
ratings-bots = Bots
