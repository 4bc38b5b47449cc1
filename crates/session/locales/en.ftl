# What is said in a game, in English. Keys and arguments are those of crates/session/src/say.rs;
# what the rules say stands in crates/rules/locales/en.ftl.

## Why an intent is rejected

reject-impossible = That cannot be done here.
reject-sign-in = Sign in or choose a name first.
reject-engine-side = The computer plays { $side }.
reject-not-your-side = You do not play { $side }.
reject-spectators-only = Only spectators can show moves.
reject-own-seek = This is your own seek: another player must accept it.
reject-others = This belongs to another guest.
reject-engine-turn = It is the computer's turn.
reject-other-turn = It is the other side's turn.
reject-intent-id = An intent needs an id of 1 to { $bytes } characters, none of them invisible.
reject-intent-unreadable = The intent cannot be read: { $problem }.
reject-unknown-event = Event { $base } does not exist yet: the last one is { $last }.
reject-stale = A move was undone meanwhile. Look again.
reject-target-left = The piece you wanted to capture has left { $cell }.
reject-target-taken = { $cell } was occupied a moment before your move.
reject-game-full = This game has { $count } events and takes no more moves: offer a draw or resign.
reject-retractions = A piece can be taken back { $count } times a minute. Wait a moment.
reject-chat-full = This game has { $count } chat entries and takes no more.
reject-seed = A seed has at most { $bytes } bytes on one line.
reject-no-seed = The rolls of this game wait for no seed.
reject-premove-count = At most { $count } moves can be prepared.
reject-premove = `{ $played }` cannot be prepared in this position.
reject-premove-own-turn = It is your turn: move now.
reject-conditional-die = With a die only the next move can be prepared, not answers to moves.
reject-conditional-twice = `{ $played }` has two answers.
reject-no-takeback = You have no move to undo.
reject-takeback-limit = At most { $count } moves can be undone in a game.
reject-abort-late = Both sides have moved: you can resign the game, but not abort it.
reject-no-clock = This game has no clock to add time to.
reject-no-vacation = Only the clocks of games with days for each move wait for a vacation.
reject-no-ready = The game is not waiting for players to be ready.
reject-engine-draw-werera = The computer does not agree to a draw before turns begin.
reject-engine-draw-again = The computer has just declined a draw. Make a move before you offer again.
reject-offered = You have already offered that.
reject-rematch-begun = The next game has already begun.
reject-over = The game is over.
reject-turns-begun = The players already take turns.
reject-not-over = This game is not over yet.
reject-nothing-to-decline = There is nothing to decline.
reject-claim-own-turn = It is your move: make it before you claim.
reject-claim-unwinnable = You have too little left to win: claim a draw.
reject-claim-early = The other side has not been away long enough.
reject-rematch-too-fast = You begin games too fast. Wait a moment.
reject-rematch-failed = The next game could not begin. Try again in a moment.
reject-ruleset-removed = New games by these rules are no longer offered here.
reject-engines-busy = The computer has too many games to think about. Try again in a moment.

reject-busy = The server is busy. Try again in a moment.
reject-disk-full = The server's disk is full, and nothing was changed. Try again later.
reject-not-stored = The server could not store this. Try again in a moment.

## Why a chat message or a demonstration is rejected

reject-no-guest = There is no such guest.
reject-no-preset = There is no preset `{ $preset }`.
reject-text-or-preset = Send either `text` or `preset`.
reject-text-length = A message has 1 to { $characters } characters on one line.
reject-chat-too-fast = You send messages too fast. Wait a moment.
reject-demo-pieces = At most { $count } pieces can be shown at once.
reject-demo-cells = A piece is shown from its square to another square of the board.
reject-demo-others = { $count } others already show moves.
reject-demo-too-fast = You show moves too fast. Wait a moment.

## Why a request is refused, and what to do

error-request = The request cannot be answered: { $problem }.
error-missing = { $what ->
    [game] There is no game `{ $id }`.
    [seek] There is no open game `{ $id }`.
    [event] There is no event `{ $id }`.
    [appointment] There is no appointment `{ $id }`.
    [study] There is no study `{ $id }`, or it is not shared with you.
    [club] There is no club `{ $id }`.
    [player] There is no player `{ $id }`.
    [course] There is no course `{ $id }`.
    [puzzle] There is no puzzle `{ $id }`.
    [ruleset] There are no rules called `{ $id }`.
    [review] The game `{ $id }` has not been reviewed.
   *[page] There is nothing at `{ $id }`.
}
error-ruleset = These rules cannot be used: { $problem }.
error-ruleset-changed = The rules of `{ $instance }` have changed since this game began.
error-position = This position is not valid: { $problem }.
error-broken-game = The game cannot be read: { $problem }.
error-token = You are not signed in any more.
error-too-fast = That was too much in too short a time. Wait a moment.
error-unavailable = The games cannot be read or written now. Try again in a moment.
error-draining = The server is about to stop. Try again in a moment.
error-internal = Something went wrong on the server.
error-too-long = There are too many games to look through in time.
error-host = This server does not answer for `{ $host }`.
error-origin = Pages from `{ $origin }` may not do this.
error-too-many-seeks = At most { $count } of your games can wait for an opponent at once.
error-too-many-events = At most { $count } of your events can be upcoming at once; a simul counts until its end.
error-event = { $why ->
    [full] The event has as many players as it can take.
    [closed] Entry to this event is closed.
    [joined] You take part already.
    [absent] You do not take part in this event.
    [bye] This bye cannot be had: there is one in a Swiss event, for a later round that is not the last.
    [bots] This event is for people only.
    [started] The event has started already.
    [removed] The host has declined your entry.
    [early] Too few players have joined to begin before the time.
    [waiting] The event has not started.
   *[over] The event is over.
}
error-appointment = { $why ->
    [own] This is your own proposal: the other player answers it.
    [anyone] This offer is open to anyone: it is passed over, not declined.
    [time] This time is not one of those proposed, or it has passed.
    [changes] This appointment has been changed too often. Make a new one.
    [many] Too many appointments are open, or were called off within the hour. Wait until they are answered.
   *[over] This appointment is over.
}
error-study = { $why ->
    [account] Sign in to an account to keep studies on the site.
    [name] A name has 1 to { $count } characters, in one line.
    [text] A comment has at most { $count } characters.
    [chapters] A study has at most { $count } chapters. Delete one, or begin another study.
    [moves] A chapter has at most { $count } moves with all variations. Begin another chapter.
    [depth] A line has at most { $count } moves.
    [games] At most { $count } games can be read at once.
    [many] At most { $count } studies can be kept. Delete one first.
    [members] A study can be shared with at most { $count } people.
    [owner] This study is yours already.
   *[full] This study is full: begin another one.
}
error-club = { $why ->
    [about] The text about a club has at most { $count } characters.
    [text] A post has 1 to { $count } characters.
    [members] This is for members of the club.
    [officers] Only the club’s owners and officers can do this.
    [owners] Only an owner of the club can do this.
    [rank] Officers decide about members, and owners about officers too.
    [removed] You were removed from this club. Its officers can let you join again.
    [invite] This club takes people who have its invitation link.
    [last-owner] Make somebody else an owner first.
    [owned] You can own at most { $count } clubs.
    [joined] You can join at most { $count } clubs, with those you have asked.
    [full] The club takes at most { $count } people.
    [replies] A post takes at most { $count } answers. Begin a new one.
    [kept] A moderator has given this club its name, so it stays.
    [changed] Somebody else was faster: look again.
    [event] This event is for members of its club.
   *[post] This post is not there any more.
}
error-too-many-followed = At most { $count } players can be followed.
error-seek-taken = Another player was faster: the game has started.
error-rated-needs-account = Rated games are for players with an account. Make one, or play without rating.
error-rated-without-clock = A rated game needs a clock, or days for each move.
error-rated-position = A rated game begins in the position of its rules.
error-rated-odds = A game with odds of time is not rated.
error-rated-not-for-bots = A bot cannot accept the rated seek or open offer of a person. Play without rating, or ask them for a rated game.
error-rated-too-often = The two of you have played { $count } rated games in a day. Play on without rating, or another day.
error-engine-game = Your game between engines `{ $id }` is running. When it is over, or nobody watches it, another can begin.
error-over = The game is over, so there is nothing to search.
error-not-over = Only a finished game can be reviewed.
error-no-push = This server sends no messages.
error-endpoint-taken = These messages are another guest's.
error-solution = This move is the solution.
error-name-length = A name has 1 to { $count } characters.
error-name-line = A name stands on one line, without control characters.
error-name-invisible = A name has no invisible characters, such as { $code } here.
error-name-blank = A name has at least one visible character.
error-name-marks = A name has at most { $count } marks on a letter.
error-name-engine = Names like `{ $name }` are the computer's.
error-name-bot = A name does not end in `(bot)`: the site writes that after the names of bots.
error-name-taken = This name, or one that looks like it, belongs to somebody else.
error-has-account = This guest has an account already.
error-no-account = This needs an account that is signed in.
error-renamed-lately = A name can be changed once in { $days } days.
error-sign-in = This does not sign in: the name and what proves it do not fit.
error-prove-it = Sign in once more to do this: it takes a sign-in of the last minutes.
error-passkey = The passkey does not fit: { $problem }.
error-passkeys-off = Passkeys need a site with https and a name, which its operator sets with `--public-url`.
error-passwords-off = This site takes no passwords.
error-registration-closed = Nobody can make an account here.
error-not-invited = Accounts are by invitation here, and this code is none, was used or has ended. Ask the operator for another.
error-provider-away = { $provider } does not say who you are; try again, or sign in another way.
error-identity-taken = This provider account signs in to another account here.
error-identity-other = This provider account does not sign in to your account.
error-too-many-identities = An account has at most { $count } of these.
error-export = Your data cannot be written at the moment. Try again later.
error-password-length = A password has at least { $least } characters and at most { $most } bytes.
error-password-name = A password must not be the name.
error-password-known = This password is among those that are tried first.
error-ceremony-over = This took too long, or was done already; begin again.
error-last-way = Nothing else would sign in to this account; add another way first.
error-too-many-passkeys = This passkey is registered already, or there are { $count }, the most that an account has.
error-label = A label has 1 to { $count } characters.
error-scopes = A token may do some of { $scopes }.
error-token-days = A token lasts 1 to { $count } days.
error-token-scope = This token may not do that.
error-bot-has-played = This account has played, or has seeks, appointments or events of which games may begin. Only an account without games becomes a bot.
error-email-off = This server sends no e-mail.
error-email-address = That is not an e-mail address. Write one such as almaz@mail.example.
error-email-code = This code does not confirm the address: it is wrong, used or too old. Ask for a new one.
error-email-limit = Too many codes were sent to this address today. Try again tomorrow.
error-webhooks-off = This server does not post to webhooks.
error-too-many-webhooks = An account has at most { $count } webhooks. Remove one first.
error-name-not-own = To delete the account, write its name exactly.

hint-nearest = Did you mean `{ $id }`?
hint-known = There are { $list }.
hint-review = `POST` to the same address has it reviewed.
hint-identity = A page asks `GET /api/v1/me`, a program `POST /api/v1/guests`.
hint-token = A program gets a new token from `POST /api/v1/guests`.
hint-fewer = Ask for fewer: of a player, a ruleset, some days or a rarer position.
hint-address = Its address is { $url }.
hint-public-url = Start the server with the address people use as its public URL.
hint-push-service = The operator of this server can allow it with `--push-service`.
hint-webhook-url = An address such as https://bot.example/rukh is right: `https`, a domain of the public internet, port 443 or 8443, and no user name.

## Hints, and why a side may pass

hint-batch-full = { $side }'s batch is full: end it and let the other side move.
hint-werera-check = { $side }'s { $king } is in check: { $side } must end the check first.
hint-one-roll = { $side }'s { $king } is in check and must escape with this roll.
pass-no-move-with-roll = No legal move with this roll.
pass-no-move = No legal move.
pass-allowed = You may pass.

## Events of a game

event-start = The game begins.
event-ready = { $side } is ready.
event-move = { $side } plays { $san }.
event-retract = { $side } undoes { $from }–{ $to }.
event-batch-ended = { $side } has finished setting up.
event-werera-capture = { $side } captured a piece: the werera is over.
event-werera-agreed = The players agreed to take turns.
event-werera-clock = The time of the werera is over.
event-werera-budget = Both sides have used all their moves of the werera.
event-throw = { $side } rolls { $face }.
event-pass = { $side } passes.
event-resign = { $side } resigned.
event-offer = { $offer ->
    [draw] { $side } offers a draw.
    [takeback] { $side } asks to undo a move.
    [turns] { $side } offers to start turns.
   *[rematch] { $side } offers a rematch.
}
event-decline = { $offer ->
    [draw] { $side } declined the draw.
    [takeback] { $side } declined the undo.
    [turns] { $side } wants to keep setting up.
   *[rematch] { $side } declined a rematch.
}
event-takeback = A move of { $side } was undone by agreement.
event-draw = The players agreed to a draw.
event-abort = { $side } aborted the game.
event-abort-unstarted = Aborted: nobody moved in time.
event-claim = { $result ->
    [draw] { $side } claims a draw: the other side left.
   *[win] { $side } claims the win: the other side left.
}
event-flag = { $side } ran out of time.
event-vacation = { $side } is on vacation, and the clock waits.
event-vacation-over = { $side } is back from vacation.
event-time-added = { $side } gets { $seconds } seconds.
event-outage = The server was down for { $seconds } s; clocks were stopped.
event-seeds = Both players have given their seeds for the rolls.
event-contest = Both players chose that square. { $side } was faster.
event-contest-open = Both players chose that square.
event-rematched = The next game has begun.
event-unknown = Something happened that only a later version of Rukh knows.
reject-no-moderator = Only moderators can do this.
reject-moderate-oneself = You cannot decide about yourself.
reject-moderate-rank = Only an admin can decide about a moderator, and only the operator about an admin.
reject-chat-timeout = You have a time-out from chat. “Decisions” in your account says why and how long.
reject-play-timeout = You have a time-out from playing with others. “Decisions” in your account says why and how long.
reject-opponent-timeout = This player cannot begin a game now.
reject-blocked = You two cannot play each other: one of you has blocked the other.
reject-offer-blocked = Your opponent takes no offers from you.
reject-chat-word = This message has a word that is not allowed here.
error-account-closed = This account is closed. “Decisions” says why, and you can answer once.
error-no-account-to-close = This is a guest, who has no account to be closed. Choose a time-out.
error-reported = You have reported this already.
error-too-many-reports = You can make { $count } reports a day. Try again tomorrow.
error-report-text = The text has 1 to { $count } characters.
error-report-oneself = You cannot report yourself.
error-resolved = This report is resolved already.
error-note-changed = Another moderator has noted something meanwhile. Read it, then add yours.
error-appealed = This decision was answered or revoked already.
error-revoked = This decision is revoked already.
error-on-vacation = You are on vacation already. End it to begin another.
error-vacation-days = { $count ->
    [one] One day of vacation is left of this year.
   *[other] { $count } days of vacation are left of this year.
}
error-too-many-blocks = You can block { $count } people.
