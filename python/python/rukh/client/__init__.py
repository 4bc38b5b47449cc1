"""A client of a Rukh server: seeks, challenges, games, the archive, and what happens to an account.

    from rukh.client import Client

    client = Client("https://rukh.example", token="rukh1.…")
    for message in client.stream():
        if message["type"] == "challenge":
            client.accept_appointment(message["data"]["id"])

It needs the standard library only, sends each request by itself and can be used by several threads at once. Requests that
may be sent twice are repeated until the server answers; streams go on where they broke off. Answers are the JSON of the
wire, which `rukh.client.wire` has as types.
"""

from rukh.client.client import Client, is_event, view_of
from rukh.client.errors import (
    ApiError,
    ClientError,
    RefusedError,
    StreamGapError,
    UnreachableError,
    WebhookError,
)
from rukh.client.throws import check_throws, draw_face
from rukh.client.webhooks import verify_webhook

__all__ = [
    "ApiError",
    "Client",
    "ClientError",
    "RefusedError",
    "StreamGapError",
    "UnreachableError",
    "WebhookError",
    "check_throws",
    "draw_face",
    "is_event",
    "verify_webhook",
    "view_of",
]
