"""A client for the HTTP interface of `rukh serve`, written with the standard library only.

A `Client` is one guest of one server. It sends requests and intents and follows games; it knows
no rules. `check_throws` verifies the throws of a finished game against the commitment that the
server published at its start.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import http.client
import itertools
import json
import secrets
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from typing import Any

Json = dict[str, Any]

# Timeout of a response, in seconds.
PATIENCE = 20.0
# Timeout of a silent stream, in seconds; the server sends a blank line every 15.
SILENCE = 45.0
# Maximum number of attempts in a row without a response: about two minutes, as long as a server may
# take to come back.
MOST_TRIES = 30
# Maximum number of times in a row that a stream leaves events out.
MOST_GAPS = 8


class RukhError(Exception):
    """Base class of the errors of this module."""


class Unreachable(RukhError):
    """The server does not respond."""


class Gap(RukhError):
    """A stream has left events out."""


class ApiError(RukhError):
    """The server responded with an error."""

    def __init__(self, status: int, code: str, message: str, hint: str | None = None) -> None:
        super().__init__(f"{message} ({code}, {status})" + (f": {hint}" if hint else ""))
        self.status, self.code, self.message, self.hint = status, code, message, hint


class Refused(RukhError):
    """The server rejected an intent; nothing has changed."""

    def __init__(self, code: str, reason: str, seq: int) -> None:
        super().__init__(f"{reason} ({code})")
        self.code, self.reason, self.seq = code, reason, seq


class Client:
    """A guest of a server."""

    def __init__(self, url: str, name: str) -> None:
        """Registers as a new guest of the server at `url`."""
        self.url = url.rstrip("/")
        self._headers = {"content-type": "application/json"}
        guest = self._ask_once("POST", "/api/v1/guests", {"name": name})
        self.id: str = guest["id"]
        self.name: str = guest["name"]
        self._headers["authorization"] = f"Bearer {guest['token']}"
        self._numbers = itertools.count(1)
        self._prefix = secrets.token_hex(6)

    # Looking for a game

    def seek(self, instance: str, **options: Any) -> Json:
        """Creates a seek.

        `options` are those of the wire's `SeekRequest`: `colour`, `time_control`, `fen`, `private`.
        """
        return self._ask_once("POST", "/api/v1/seeks", {"instance": instance, **options})

    def open_seeks(self) -> list[Json]:
        """The open public seeks of others."""
        seeks = self._ask("GET", "/api/v1/seeks")["seeks"]
        return [seek for seek in seeks if seek["owner"]["id"] != self.id]

    def find_seek(self, seek: str) -> Json:
        """A seek; its `game` is set once it is accepted.

        The own public seek leaves the lobby if it is not requested for 30 seconds.
        """
        return self._ask("GET", f"/api/v1/seeks/{quote(seek)}")

    def accept(self, seek: str) -> Json:
        """Accepts a seek and returns the game; raises `ApiError` 409 if it is taken."""
        return self._ask_once("POST", f"/api/v1/seeks/{quote(seek)}/accept", {})

    def withdraw(self, seek: str) -> None:
        """Withdraws a seek."""
        self._fetch("DELETE", f"/api/v1/seeks/{quote(seek)}")

    # In a game

    def look(self, game: str) -> Json:
        """The greeting of a game: game, board, view and the own role."""
        return self._ask("GET", f"/api/v1/games/{quote(game)}")

    def act(self, game: str, base: int, intent: Json) -> int:
        """Sends an intent after having seen the events up to `base`.

        Returns the number of the last event it caused; raises `Refused` if it is rejected.
        The server executes an intent of the same id once, so it is sent again without a response.
        """
        message = {"id": f"{self._prefix}-{next(self._numbers)}", "base": base, "data": intent}
        return self._ask("POST", f"/api/v1/games/{quote(game)}/intents", message)["seq"]

    def follow(self, game: str, after: int = 0) -> Iterator[Json]:
        """Yields the messages of a game's stream until the game is over.

        Events come in order and without gaps from the one after `after`. A stream that breaks or leaves
        events out is opened again behind the last event that came; it then begins with another `hello`.
        """
        last, end, tries, gaps = after, None, 0, 0
        while end is None or last < end:
            try:
                for message in self._lines(f"/api/v1/games/{quote(game)}/stream?after={last}"):
                    tries = 0
                    if is_event(message):
                        if message["seq"] != last + 1:
                            raise Gap(f"event {message['seq']} came after event {last}")
                        last, gaps = message["seq"], 0
                    view = view_of(message)
                    if view is not None and view["phase"] == "over":
                        end = view["seq"]
                    yield message
            except Gap:
                gaps += 1
                if gaps > MOST_GAPS:
                    raise
            except RukhError as error:
                if not is_passing(error) or tries >= MOST_TRIES:
                    raise
            if end is None or last < end:
                tries += 1
                pause(tries)

    # Downloads

    def replay(self, game: str) -> Json:
        """The replay of a game, event by event."""
        return self._ask("GET", f"/api/v1/games/{quote(game)}/replay")

    def throws(self, game: str) -> Json:
        """The data that `check_throws` needs."""
        return self._ask("GET", f"/api/v1/games/{quote(game)}/throws")

    def pgn(self, game: str) -> str:
        """A game as PGN."""
        return self._fetch("GET", f"/api/v1/games/{quote(game)}/pgn").decode()

    def jsonl(self, game: str) -> list[Json]:
        """A game as the rules' own log, one object for each line."""
        text = self._fetch("GET", f"/api/v1/games/{quote(game)}/jsonl").decode()
        return [json.loads(line) for line in text.splitlines()]

    # Requests

    def _ask(self, method: str, path: str, body: Json | None = None) -> Json:
        """Sends a request that may be repeated."""
        return json.loads(self._fetch(method, path, body))

    def _ask_once(self, method: str, path: str, body: Json) -> Json:
        with self._open(method, path, body) as response:
            return json.load(response)

    def _fetch(self, method: str, path: str, body: Json | None = None) -> bytes:
        """Sends a request until the server responds, `MOST_TRIES` times at most."""
        tries = 0
        while True:
            try:
                with self._open(method, path, body) as response:
                    return response.read()
            except RukhError as error:
                tries += 1
                if not is_passing(error) or tries >= MOST_TRIES:
                    raise
            pause(tries)

    def _lines(self, path: str) -> Iterator[Json]:
        with self._open("GET", path, patience=SILENCE) as response:
            for line in response:
                # Blank lines keep the stream alive; one without an end was cut off.
                if line.endswith(b"\n") and line.strip():
                    yield json.loads(line)

    @contextlib.contextmanager
    def _open(
        self, method: str, path: str, body: Json | None = None, patience: float = PATIENCE
    ) -> Iterator[http.client.HTTPResponse]:
        """A response; any failure until it is read is a `RukhError`."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, self._headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=patience) as response:
                yield response
        except urllib.error.HTTPError as error:
            with error:
                raise read_error(error.code, error.read()) from None
        except (OSError, http.client.HTTPException) as error:
            raise Unreachable(f"{self.url} does not answer: {error}") from error
        except ValueError as error:
            raise RukhError(f"{self.url} is no server of Rukh's: {error}") from error


def read_error(status: int, body: bytes) -> RukhError:
    """The error of a response with a status of 400 or more."""
    try:
        answer = json.loads(body)
        if answer.get("type") == "nack":
            return Refused(answer["code"], answer["message"]["english"], answer["seq"])
        error = answer["error"]
        hint = (error.get("hint") or {}).get("english")
        return ApiError(status, error["code"], error["message"]["english"], hint)
    except (ValueError, KeyError, TypeError, AttributeError):
        return ApiError(status, "unknown", "the server gives no reason")


def is_passing(error: RukhError) -> bool:
    """Whether another attempt may succeed."""
    if isinstance(error, ApiError):
        return error.status in (429, 502, 503, 504)
    return isinstance(error, Unreachable) or isinstance(error, Refused) and error.code == "unavailable"


def pause(tries: int) -> None:
    """Waits before another attempt: longer each time, 5 seconds at most."""
    time.sleep(min(0.1 * 2**tries, 5.0))


def is_event(message: Json) -> bool:
    """Whether a message is an event of the game's log; no other message has both fields."""
    return "seq" in message and "at" in message


def view_of(message: Json) -> Json | None:
    """The view in a message, if it has one."""
    return {"hello": message.get("view"), "view": message.get("data")}.get(message["type"])


def quote(text: str) -> str:
    """A text as one segment of a URL path."""
    return urllib.parse.quote(text, safe="")


def draw_face(secret: bytes, client_seed: str, number: int, faces: int) -> int:
    """The face of throw `number`, counted from 1.

    Of HMAC-SHA256 over the seed and the number as eight bytes, the first byte
    counts that is not too large to be divided evenly. Should there be none, a
    counter is appended and the digest made anew.
    """
    bound = 256 // faces * faces
    text = client_seed.encode() + number.to_bytes(8, "big")
    for suffix in itertools.chain([b""], (bytes([count]) for count in range(1, 256))):
        digest = hmac.new(secret, text + suffix, hashlib.sha256).digest()
        for byte in digest:
            if byte < bound:
                return byte % faces + 1
    raise ValueError("no digest has a byte that can be used")


def check_throws(throws: Json) -> list[str]:
    """The errors in a finished game's throws and coins; empty if all are right.

    `throws` is the result of `Client.throws`. Raises `ValueError` if there is nothing to check,
    or the secret is not published yet.
    """
    if throws["commitment"] is None:
        raise ValueError("nothing in this game was left to chance")
    if throws["server_seed"] is None:
        raise ValueError("the server reveals its secret when the game is over")
    secret = bytes.fromhex(throws["server_seed"])
    wrong = []
    if hashlib.sha256(secret).hexdigest() != throws["commitment"]:
        wrong.append("the secret is not the one that was committed to")
    client_seed = throws["client_seed"] or ""
    # A throw's number is its place in the game.
    standing: list[Json] = []
    for throw in throws["throws"]:
        while standing and (standing[-1].get("undone_by") or throw["seq"]) < throw["seq"]:
            standing.pop()
        standing.append(throw)
        number = len(standing)
        due = draw_face(secret, client_seed, number, throws["faces"])
        if (throw["number"], throw["face"]) != (number, due):
            wrong.append(f"throw {throw['number']} showed {throw['face']}, but throw {number} had to show {due}")
    for number, coin in enumerate(throws["coins"], 1):
        due = draw_face(secret, "coin", number, 2)
        if coin != due:
            wrong.append(f"coin {number} fell on {coin}, but had to fall on {due}")
    return wrong
