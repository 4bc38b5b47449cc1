"""Requests of one server: with its token, repeated where they may be, and as streams of lines."""

from __future__ import annotations

import contextlib
import http.client
import json
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator, Mapping
from typing import IO, Any

from rukh.client.errors import ApiError, ClientError, UnreachableError, is_passing, read_error

__all__ = ["Connection", "quote"]

#: Timeout of a silent stream, in seconds; the server sends a blank line every 15.
SILENCE = 45.0
#: Most attempts in a row without an answer: about two minutes, as long as a server may take to come back.
MAX_TRIES = 30
#: Longest pause between two attempts that nobody has asked for, in seconds.
MAX_PAUSE = 5.0
#: Longest pause that a server may ask for, in seconds.
MAX_RETRY_AFTER = 120.0


class NoRedirects(urllib.request.HTTPRedirectHandler):
    """A token is for one server: no answer leads it to another one."""

    def redirect_request(
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: http.client.HTTPMessage,
        newurl: str,
    ) -> urllib.request.Request | None:
        """Follows no redirect."""
        return None


class Connection:
    """Requests of a server at an address."""

    url: str
    token: str | None
    timeout: float

    def __init__(self, url: str, token: str | None, timeout: float) -> None:
        parts = urllib.parse.urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment:
            raise ValueError(f"`{url}` is no address of a server; write one such as `https://rukh.example`")
        self.url, self.token, self.timeout = url.rstrip("/"), token, timeout
        self._opener = urllib.request.build_opener(NoRedirects)

    def ask(self, method: str, path: str, body: object = None) -> Any:
        """The JSON of an answer, None if it has none; the request is sent once."""
        with self.open(method, path, body, self.timeout) as response:
            return parsed(self.url, response.read())

    def ask_until_answered(self, method: str, path: str, body: object = None) -> Any:
        """The JSON of an answer to a request that may be sent twice."""
        return parsed(self.url, self.fetch(method, path, body))

    def fetch(self, method: str, path: str, body: object = None) -> bytes:
        """An answer to a request that may be sent twice."""
        tries = 0
        while True:
            try:
                with self.open(method, path, body, self.timeout) as response:
                    return response.read()
            except ClientError as error:
                tries += 1
                if not is_passing(error) or tries >= MAX_TRIES:
                    raise
                pause(tries, error)

    def lines(self, method: str, path: str, body: object = None) -> Iterator[Any]:
        """The JSON of each line of a stream; it ends where the stream ends or breaks off."""
        with self.open(method, path, body, SILENCE) as response:
            for line in response:
                # Blank lines keep the stream alive; one without an end was cut off.
                if line.endswith(b"\n") and line.strip():
                    yield parsed(self.url, line)

    def blocks(self, path: str) -> Iterator[bytes]:
        """An answer in parts."""
        with self.open("GET", path) as response:
            while block := response.read(1 << 16):
                yield block

    @contextlib.contextmanager
    def open(
        self, method: str, path: str, body: object = None, timeout: float = SILENCE
    ) -> Iterator[http.client.HTTPResponse]:
        """An answer; any failure until it is read is a `ClientError`."""
        headers = {"user-agent": "rukh-python"}
        data = None
        if body is not None:
            headers["content-type"] = "application/json"
            data = json.dumps(body).encode()
        elif method == "POST":
            data = b""
        if self.token is not None:
            headers["authorization"] = f"Bearer {self.token}"
        request = urllib.request.Request(self.url + path, data, headers, method=method)
        try:
            with self._opener.open(request, timeout=timeout) as response:
                yield response
        except urllib.error.HTTPError as error:
            with error:
                raise read_error(error.code, rest_of(error), seconds(error.headers.get("retry-after"))) from None
        except (OSError, http.client.HTTPException) as error:
            raise UnreachableError(f"{self.url} does not answer: {error}") from error


def rest_of(error: urllib.error.HTTPError) -> bytes:
    """The body of an error, nothing if it is cut off."""
    try:
        return error.read()
    except (OSError, http.client.HTTPException):
        return b""


def parsed(url: str, body: bytes) -> Any:
    """The JSON of an answer, None if it is empty."""
    try:
        return json.loads(body) if body.strip() else None
    except ValueError as error:
        raise ClientError(f"{url} is no server of Rukh's: it does not answer with JSON") from error


def seconds(text: str | None) -> float | None:
    """A number of seconds in a header."""
    try:
        return None if text is None else max(0.0, float(text))
    except ValueError:
        return None


def pause(tries: int, error: ClientError | None = None) -> None:
    """Waits before another attempt: as long as the server asks, or longer each time."""
    asked = error.retry_after if isinstance(error, ApiError) else None
    time.sleep(min(0.1 * 2**tries, MAX_PAUSE) if asked is None else min(asked, MAX_RETRY_AFTER))


def quote(text: str) -> str:
    """A text as one segment of the path of an address."""
    return urllib.parse.quote(text, safe="")


def query(values: Mapping[str, object]) -> str:
    """Values as the query of an address, without those that are None."""
    given = {key: text_of(value) for key, value in values.items() if value is not None}
    return f"?{urllib.parse.urlencode(given)}" if given else ""


def text_of(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
