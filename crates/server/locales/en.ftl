# What the server says of its pages, in English. Keys and arguments are those of
# crates/server/src/say.rs; what is said in a game stands in crates/session/locales/en.ftl.

## Push messages to players who are away

away-begin = Your game against { $opponent } has begun.
away-turn = It is your turn against { $opponent }.
away-draw = { $opponent } offers you a draw.
away-end = Your game against { $opponent } is over. { $result }
away-over = Your game against { $opponent } is over.
away-proposed = { $opponent } would like to play with you.
away-agreed = { $opponent } has agreed to a time for your game.
away-declined = { $opponent } cannot play at the times you proposed.
away-cancelled = { $opponent } has called your game off.
away-soon = Your game against { $opponent } begins soon.
away-event = This event begins soon.
away-event-begun = This event has begun.

## Titles and descriptions of the site's pages, in their heads and in shared links

head-home = Rukh – play historic chess
head-home-text = Play historic chess online, free: Shatranj, Senterej, Oblong chess and more, with sourced rules.
head-learn = Learn historic chess – Rukh
head-learn-text = Short lessons on a board: learn the rules of a historic chess game in three minutes.
head-lesson = Learn { $name } – Rukh
head-lesson-text = Learn { $name } on a board, move by move, in about three minutes.
head-play = Choose a game – Rukh
head-play-text = Choose a historic chess game, and play the computer, a friend or anyone who is online.
head-new = New { $name } game – Rukh
head-new-text = Play { $name } online, free: against the computer, a friend or anyone. { $summary }
head-game = { $white } – { $black } · { $name } on Rukh
head-game-text = Watch or replay this game of { $name }.
head-computer = Computer, level { $level }
head-guest = Guest { $number }
head-player = Player
head-challenge = Play { $name } with { $owner } – Rukh
head-challenge-text = { $owner } invites you to a game of { $name }. No account needed.
head-analysis = Analysis board – Rukh
head-analysis-text = Analyse historic chess in your browser: engine, variations, positions, PGN of any program.
head-puzzles = Puzzles – Rukh
head-puzzles-text = Chess puzzles of historic games: mates, forks and best moves for a roll, and the problems of the old masters.
head-puzzle = { $name } puzzle – Rukh
head-puzzle-text = Find the one good move in this position of { $name }.
head-games = Games – Rukh
head-games-text = Games that are played on Rukh now, and finished games to replay.
head-player-games = Games of { $name } – Rukh
head-player-games-text = Games of historic chess that { $name } has played, with their results.
head-signin = Sign in – Rukh
head-signin-text = Sign in to your account on Rukh, with a passkey or a code.
head-register = Create an account – Rukh
head-register-text = Keep your name and games on Rukh, on every device.
head-events = Events – Rukh
head-events-text = Arenas, Swiss tournaments and knock-outs in the historic chesses, every week.
head-event = { $name } – Rukh
head-event-text = An event of { $game } on Rukh: join it, or follow its standings and games.
head-appointment = An appointment – Rukh
head-appointment-text = { $name } would like to play { $game } at a time that suits you both.
head-people = Players you follow – Rukh
head-people-text = The players you follow, who of them is online, and your appointments for games.
head-ratings = Ratings – Rukh
head-ratings-text = The best players of every historic chess on Rukh, live and by days, with the die and without.
head-account = Your account – Rukh
head-account-text = Name, passkeys, devices and data of your account on Rukh.
head-settings = Settings – Rukh
head-settings-text = Pieces, boards, colours and sounds on this device.
head-languages = Languages – Rukh
head-languages-text = All texts of the site in every language, for correction.
head-about = About Rukh
head-about-text = Why historic chess games can be played here, and where their rules come from.
head-help = Help – Rukh
head-help-text = Keyboard, invite links, clocks, fair dice and chat on Rukh.
head-privacy = Privacy – Rukh
head-privacy-text = What Rukh stores about you, what it does not, and for how long.
head-terms = Terms – Rukh
head-terms-text = The rules for playing and talking here, what moderators can do, and what is kept of it.
head-report = Report – Rukh
head-report-text = Tell moderators of a message, a name or how somebody plays.
head-moderation = Moderation – Rukh
head-moderation-text = What waits for moderators.
head-api = API – Rukh
head-api-text = Play, watch and analyse historic chess with your own programs.
head-lost = Page not found – Rukh
head-lost-text = We couldn’t find this page.
