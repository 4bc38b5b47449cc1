"""The client: everything that a program asks of a server."""

from __future__ import annotations

import itertools
import json
import os
import secrets
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, TypeAlias, cast

from rukh.client.connection import MAX_TRIES, Connection, pause, query, quote
from rukh.client.errors import ClientError, StreamGapError, is_passing
from rukh.client.wire import (
    AccountMessage,
    AnalysisMessage,
    Appointment,
    Catalog,
    CreatedGame,
    EventDetails,
    EventList,
    GameCard,
    GameList,
    GameRatings,
    GameTimeControl,
    Hello,
    Intent,
    Leaderboard,
    LevelList,
    ListedGame,
    Me,
    NewGuest,
    NewSeat,
    PlayerDetails,
    RatingHistory,
    RatingPoolSize,
    Replay,
    RulesetDetails,
    Seek,
    SeekColour,
    ThrowProof,
)

__all__ = ["Client", "is_event", "view_of"]

Json: TypeAlias = dict[str, Any]

#: Most times in a row that a stream may leave events out.
MAX_GAPS = 8
#: Keys of messages of an account that are remembered.
MAX_KEYS = 4096


class Client:
    """Somebody on a server: the person of a token, or nobody in particular.

    Args:
        url: Address of the server, such as `https://rukh.example`.
        token: Token of a guest or an account. The account's page makes tokens for programs.
        timeout: How long to wait for an answer, in seconds.

    Every method raises `ApiError` if the server refuses, `UnreachableError` if it does not answer.
    """

    def __init__(self, url: str, token: str | None = None, *, timeout: float = 20.0) -> None:
        self._connection = Connection(url, token, timeout)
        self._numbers = itertools.count(1)
        self._prefix = secrets.token_hex(6)

    @classmethod
    def guest(cls, url: str, name: str, *, timeout: float = 20.0) -> Client:
        """A new guest of this name. Keep its `token` to come back as the same guest."""
        made = cast(NewGuest, Connection(url, None, timeout).ask("POST", "/api/v1/guests", {"name": name}))
        return cls(url, made["token"], timeout=timeout)

    @property
    def url(self) -> str:
        """Address of the server."""
        return self._connection.url

    @property
    def token(self) -> str | None:
        """The token, which is as good as its person's signature: tell nobody."""
        return self._connection.token

    def request(self, method: str, path: str, body: object = None) -> Any:
        """The JSON of an answer to any request of `docs/wire.md`, sent once; None if it has none.

        `path` begins with `/api/v1/`; texts in it are escaped by the caller.
        """
        return self._connection.ask(method, path, body)

    def me(self) -> Me:
        """Who the token's person is: id, name, and whether it is an account or a bot."""
        if self.token is None:
            raise ValueError("a client without a token is nobody; use `Client.guest` or give a token")
        return cast(Me, self._get("/api/v1/me"))

    # What can be played

    def catalog(self) -> Catalog:
        """Every ruleset in few words."""
        return cast(Catalog, self._get("/api/v1/catalog"))

    def ruleset(self, instance: str) -> RulesetDetails:
        """A ruleset with its laws, pieces and sources, such as `senterej[saba=G]`."""
        return cast(RulesetDetails, self._get(f"/api/v1/rulesets/{quote(instance)}"))

    def levels(self) -> LevelList:
        """The levels of the server's engine."""
        return cast(LevelList, self._get("/api/v1/levels"))

    # Finding somebody to play with

    def seek(
        self,
        instance: str,
        *,
        time_control: GameTimeControl | None = None,
        colour: SeekColour = "random",
        fen: str | None = None,
        private: bool = False,
        rated: bool = False,
        odds: GameTimeControl | None = None,
    ) -> Seek:
        """Looks for an opponent; a private seek is for whoever has its id. `odds` is one's own time, if another.

        A public seek leaves the lobby if its owner neither asks for it for 30 seconds (`find_seek`) nor reads
        `stream`, which also tells of the game.
        """
        terms = game_terms(instance, time_control, colour, fen, private, rated, odds)
        return cast(Seek, self._connection.ask("POST", "/api/v1/seeks", terms))

    def seeks(self) -> list[Seek]:
        """The open public seeks, one's own among them."""
        return cast(list[Seek], self._get("/api/v1/seeks")["seeks"])

    def find_seek(self, seek: str) -> Seek:
        """A seek; its `game` is set once somebody has accepted it."""
        return cast(Seek, self._get(f"/api/v1/seeks/{quote(seek)}"))

    def accept_seek(self, seek: str) -> GameCard:
        """Accepts a seek: the game. `ApiError` of code `seek_taken` if somebody was faster."""
        return cast(GameCard, self._connection.ask("POST", f"/api/v1/seeks/{quote(seek)}/accept"))

    def withdraw_seek(self, seek: str) -> None:
        """Withdraws one's own seek."""
        self._connection.fetch("DELETE", f"/api/v1/seeks/{quote(seek)}")

    def challenge(
        self,
        whom: str,
        instance: str,
        *,
        time_control: GameTimeControl | None = None,
        colour: SeekColour = "random",
        fen: str | None = None,
        rated: bool = False,
        odds: GameTimeControl | None = None,
    ) -> Appointment:
        """Asks a player, by id, for a game that begins as soon as they accept; `odds` is one's own time, if another."""
        terms = game_terms(instance, time_control, colour, fen, False, rated, odds)
        return cast(Appointment, self._connection.ask("POST", "/api/v1/appointments", {**terms, "whom": whom}))

    def appoint(
        self,
        whom: str | None,
        instance: str,
        times: Sequence[int],
        *,
        time_control: GameTimeControl | None = None,
        colour: SeekColour = "random",
        rated: bool = False,
        odds: GameTimeControl | None = None,
    ) -> Appointment:
        """Proposes times for a game, in milliseconds since the epoch, to a player or to whoever has the id; `odds` is
        one's own time, if another."""
        terms = game_terms(instance, time_control, colour, None, False, rated, odds)
        body = {**terms, "whom": whom, "times": list(times)}
        return cast(Appointment, self._connection.ask("POST", "/api/v1/appointments", body))

    def appointments(self) -> list[Appointment]:
        """One's own appointments and challenges: those that are open, then those that are over."""
        return cast(list[Appointment], self._get("/api/v1/appointments")["appointments"])

    def appointment(self, id: str) -> Appointment:
        """An appointment or challenge."""
        return cast(Appointment, self._get(f"/api/v1/appointments/{quote(id)}"))

    def accept_appointment(self, id: str, time: int | None = None) -> Appointment:
        """Accepts one of the times of an appointment, or a challenge, whose `game` has then begun."""
        return self._answer(id, "accept", {} if time is None else {"time": time})

    def decline_appointment(self, id: str) -> Appointment:
        """Declines an appointment or challenge."""
        return self._answer(id, "decline", None)

    def propose_times(self, id: str, times: Sequence[int]) -> Appointment:
        """Answers an appointment with other times, in milliseconds since the epoch."""
        return self._answer(id, "propose", {"times": list(times)})

    def cancel_appointment(self, id: str) -> Appointment:
        """Calls an appointment or challenge off."""
        return self._answer(id, "cancel", None)

    def stream(self, after: int | None = None) -> Iterator[AccountMessage]:
        """Yields what happens to the token's person, without end: challenges, appointments, games, turns.

        It begins with what is open and then `ready`, or with an `after`, the `cursor` of an earlier message, with
        what has happened since; one that is older than 30 days is as none, and what ended meanwhile is not told. A
        stream that breaks is opened again where it was; no message is yielded twice.
        """
        seen: deque[str] = deque(maxlen=MAX_KEYS)
        known: set[str] = set()
        cursor, tries = after, 0
        while True:
            try:
                for message in self._connection.lines("GET", f"/api/v1/me/stream{query({'after': cursor})}"):
                    tries = 0
                    cursor = message.get("cursor", cursor)
                    key = message["key"]
                    if key in known:
                        continue
                    if len(seen) == MAX_KEYS:
                        known.discard(seen[0])
                    seen.append(key)
                    known.add(key)
                    yield cast(AccountMessage, message)
            except ClientError as error:
                if not is_passing(error) or tries >= MAX_TRIES:
                    raise
                tries += 1
                pause(tries, error)
                continue
            tries += 1
            pause(tries)

    # Games

    def create_game(
        self,
        instance: str,
        *,
        white: NewSeat,
        black: NewSeat,
        time_control: GameTimeControl | None = None,
        fen: str | None = None,
        private: bool = False,
    ) -> CreatedGame:
        """Begins a game at once: `{"kind": "human"}` is oneself, `{"kind": "engine", "level": 3}` the server."""
        body = {
            "instance": instance,
            "white": white,
            "black": black,
            "time_control": time_control or {"kind": "none"},
            "fen": fen,
            "private": private,
        }
        return cast(CreatedGame, self._connection.ask("POST", "/api/v1/games", body))

    def game(self, game: str) -> Hello:
        """A game as it is now: its card, board, view and what one may do in it."""
        return cast(Hello, self._get(f"/api/v1/games/{quote(game)}"))

    def act(self, game: str, base: int, intent: Intent) -> int:
        """Sends an intent, such as `{"kind": "move", "move": "e2e3"}`, after having seen the events up to `base`.

        Returns the number of the last event it caused; raises `RefusedError` if the game does not allow it. The server
        executes an intent of one id once, so it is sent again until there is an answer.
        """
        message = {"id": f"{self._prefix}-{next(self._numbers)}", "base": base, "data": intent}
        path = f"/api/v1/games/{quote(game)}/intents"
        return cast(int, self._connection.ask_until_answered("POST", path, message)["seq"])

    def chat(self, game: str, text: str) -> None:
        """Writes in the chat of a game."""
        self._connection.ask("POST", f"/api/v1/games/{quote(game)}/chat", {"text": text})

    def follow(self, game: str, after: int = 0) -> Iterator[Json]:
        """Yields the messages of a game's stream until the game is over.

        Events come in order and without gaps from the one after `after`. A stream that breaks or leaves events
        out is opened again behind the last event that came; it then begins with another `hello`.
        """
        last, end, tries, gaps = after, None, 0, 0
        while end is None or last < end:
            failure: ClientError | None = None
            try:
                for message in self._connection.lines("GET", f"/api/v1/games/{quote(game)}/stream?after={last}"):
                    tries = 0
                    if is_event(message):
                        if message["seq"] != last + 1:
                            raise StreamGapError(f"event {message['seq']} came after event {last}")
                        last, gaps = message["seq"], 0
                    view = view_of(message)
                    if view is not None and view["phase"] == "over":
                        end = view["seq"]
                    yield message
            except StreamGapError:
                gaps += 1
                if gaps > MAX_GAPS:
                    raise
            except ClientError as error:
                if not is_passing(error) or tries >= MAX_TRIES:
                    raise
                failure = error
            if end is None or last < end:
                tries += 1
                pause(tries, failure)

    def replay(self, game: str) -> Replay:
        """A game event by event."""
        return cast(Replay, self._get(f"/api/v1/games/{quote(game)}/replay"))

    def throws(self, game: str) -> ThrowProof:
        """What `check_throws` needs."""
        return cast(ThrowProof, self._get(f"/api/v1/games/{quote(game)}/throws"))

    def pgn(self, game: str) -> str:
        """A game as PGN, which `rukh.pgn` reads."""
        return self._connection.fetch("GET", f"/api/v1/games/{quote(game)}/pgn").decode()

    def jsonl(self, game: str) -> list[Json]:
        """A game as the log of the rules, one object for each line."""
        text = self._connection.fetch("GET", f"/api/v1/games/{quote(game)}/jsonl").decode()
        return [json.loads(line) for line in text.splitlines()]

    def own_games(self, state: Literal["live", "over"] = "live") -> list[ListedGame]:
        """One's own games, the newest 50."""
        listed = cast(GameList, self._get(f"/api/v1/games{query({'player': 'me', 'state': state, 'count': 50})}"))
        return listed["games"]

    # The archive

    def search(self, **filters: str | int | None) -> Iterator[ListedGame]:
        """Yields all finished games that match, the last first: `player`, `name`, `ruleset`, `family`, `instance`,
        `from_` and `to` (days), `result`, `reason`, `plies_from`, `plies_to`, `opening`, `position` (a FEN).
        """
        cursor: str | None = None
        while True:
            page = {"state": "archived", **filter_names(filters), "cursor": cursor}
            found = cast(GameList, self._get(f"/api/v1/games{query(page)}"))
            yield from found["games"]
            cursor = found.get("next")
            if cursor is None:
                return

    def download(
        self, path: str | os.PathLike[str], form: Literal["pgn", "jsonl"] = "pgn", **filters: str | int | None
    ) -> int:
        """Writes the games of a search to a file; the number of bytes. The file appears when it is whole."""
        target = os.fspath(path)
        part, size = f"{target}.part", 0
        address = f"/downloads/games.{form}{query(filter_names(filters))}"
        with open(part, "wb") as file:
            for block in self._connection.blocks(address):
                size += file.write(block)
        os.replace(part, target)
        return size

    # Players and ratings

    def player(self, id: str) -> PlayerDetails:
        """A player with results and ratings."""
        return cast(PlayerDetails, self._get(f"/api/v1/players/{quote(id)}"))

    def rating_pools(self) -> list[RatingPoolSize]:
        """The pools in which somebody has a rating."""
        return cast(list[RatingPoolSize], self._get("/api/v1/ratings")["pools"])

    def leaderboard(self, pool: str, of: Literal["people", "bots"] = "people") -> Leaderboard:
        """The best of a pool, such as `oblong-die-live`."""
        return cast(Leaderboard, self._get(f"/api/v1/ratings/{quote(pool)}{'/bots' if of == 'bots' else ''}"))

    def rating_history(self, player: str, pool: str) -> RatingHistory:
        """How the rating of a player in a pool came about."""
        return cast(RatingHistory, self._get(f"/api/v1/players/{quote(player)}/ratings/{quote(pool)}"))

    def game_ratings(self, game: str) -> GameRatings:
        """What became of the ratings of a game's players."""
        return cast(GameRatings, self._get(f"/api/v1/games/{quote(game)}/ratings"))

    # Events and analysis

    def events(self) -> EventList:
        """The events of the site: those that run, the next ones, and the last ones."""
        return cast(EventList, self._get("/api/v1/events"))

    def event(self, id: str) -> EventDetails:
        """An event with its standings and games."""
        return cast(EventDetails, self._get(f"/api/v1/events/{quote(id)}"))

    def join_event(self, id: str) -> EventDetails:
        """Joins an event; a bot only one that allows bots."""
        return cast(EventDetails, self._connection.ask_until_answered("POST", f"/api/v1/events/{quote(id)}/join"))

    def withdraw_from_event(self, id: str) -> EventDetails:
        """Takes part in an event no more."""
        return cast(EventDetails, self._connection.ask_until_answered("POST", f"/api/v1/events/{quote(id)}/withdraw"))

    def analyse(
        self, instance: str, fen: str, events: Sequence[Mapping[str, Any]] = (), *, lines: int = 1
    ) -> Iterator[AnalysisMessage]:
        """Yields what the server's engine finds in a position, depth by depth, until `end`.

        `fen` is where a game began, and `events` are what has happened since, as in `jsonl`.
        """
        body = {"game": {"ruleset": {"name": instance}, "start": fen, "events": list(events)}, "lines": lines}
        return cast(Iterator[AnalysisMessage], self._connection.lines("POST", "/api/v1/analysis", body))

    def _get(self, path: str) -> Any:
        return self._connection.ask_until_answered("GET", path)

    def _answer(self, id: str, how: str, body: object) -> Appointment:
        return cast(Appointment, self._connection.ask("POST", f"/api/v1/appointments/{quote(id)}/{how}", body))


def game_terms(
    instance: str,
    time_control: GameTimeControl | None,
    colour: SeekColour,
    fen: str | None,
    private: bool,
    rated: bool,
    odds: GameTimeControl | None = None,
) -> Json:
    """What seeks and appointments say of a game."""
    return {
        "instance": instance,
        "time_control": time_control or {"kind": "none"},
        "colour": colour,
        "fen": fen,
        "private": private,
        "rated": rated,
        "odds": odds,
    }


def filter_names(filters: Mapping[str, object]) -> dict[str, object]:
    """Filters of the archive by their names there; `from` is a word of Python's own."""
    return {name.rstrip("_"): value for name, value in filters.items()}


def is_event(message: Mapping[str, Any]) -> bool:
    """Whether a message of a game's stream is an event of its log; no other message has both fields."""
    return "seq" in message and "at" in message


def view_of(message: Mapping[str, Any]) -> Json | None:
    """The view in a message of a game's stream, if it has one."""
    return cast("Json | None", {"hello": message.get("view"), "view": message.get("data")}.get(message["type"]))
