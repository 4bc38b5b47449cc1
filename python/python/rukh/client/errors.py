"""What goes wrong between a program and a server."""

from __future__ import annotations

import json

__all__ = ["ApiError", "ClientError", "RefusedError", "StreamGapError", "UnreachableError", "WebhookError"]


class ClientError(Exception):
    """Base class of the errors of `rukh.client`."""


class UnreachableError(ClientError):
    """The server does not answer."""


class StreamGapError(ClientError):
    """The stream of a game has left events out, again and again."""


class WebhookError(ClientError):
    """A request is no delivery of a webhook: nothing proves that the server has sent it just now."""


class ApiError(ClientError):
    """The server answered with an error.

    Attributes:
        status: Status of the answer, 400 or more.
        code: What is wrong, as a word for programs, such as `no_such_game`.
        message: What is wrong, as an English sentence.
        hint: What would be right, where the server knows.
        retry_after: When to try again, in seconds, where the server says.
    """

    status: int
    code: str
    message: str
    hint: str | None
    retry_after: float | None

    def __init__(
        self, status: int, code: str, message: str, hint: str | None = None, retry_after: float | None = None
    ) -> None:
        super().__init__(f"{message} ({code}, {status})" + (f": {hint}" if hint else ""))
        self.status, self.code, self.message, self.hint = status, code, message, hint
        self.retry_after = retry_after


class RefusedError(ClientError):
    """The server rejected an intent; nothing has changed in the game.

    Attributes:
        code: Why, as a word for programs, such as `not_your_turn`.
        reason: Why, as an English sentence.
        seq: Number of the last event of the game.
    """

    code: str
    reason: str
    seq: int

    def __init__(self, code: str, reason: str, seq: int) -> None:
        super().__init__(f"{reason} ({code})")
        self.code, self.reason, self.seq = code, reason, seq


def read_error(status: int, body: bytes, retry_after: float | None = None) -> ClientError:
    """The error of an answer with a status of 400 or more."""
    try:
        answer = json.loads(body)
        if answer.get("type") in ("nack", "chat_rejection"):
            return RefusedError(answer["code"], answer["message"]["english"], answer.get("seq", 0))
        error = answer["error"]
        hint = (error.get("hint") or {}).get("english")
        return ApiError(status, error["code"], error["message"]["english"], hint, retry_after)
    except (ValueError, KeyError, TypeError, AttributeError):
        return ApiError(status, "unknown", "the server gives no reason", None, retry_after)


def is_passing(error: ClientError) -> bool:
    """Whether another attempt may succeed."""
    if isinstance(error, ApiError):
        return error.status in (429, 502, 503, 504)
    return isinstance(error, UnreachableError) or (isinstance(error, RefusedError) and error.code == "unavailable")
