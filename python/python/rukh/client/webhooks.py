"""Deliveries of webhooks, which a server signs as the Standard Webhooks specification defines."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Mapping
from email.message import Message
from typing import Any

from rukh.client.errors import WebhookError

__all__ = ["verify_webhook"]

PREFIX = "whsec_"
MAX_DIGITS = 16


def verify_webhook(
    secret: str,
    headers: Mapping[str, str] | Message,
    body: bytes | str,
    *,
    tolerance: float = 300,
    now: float | None = None,
) -> Any:
    """The message of a delivery, if the holder of the secret has sent it just now.

    Args:
        secret: The secret of the webhook, with or without `whsec_`.
        headers: The headers of the request; their names count in any case.
        body: The body of the request as it came: parsed and written again it is another one.
        tolerance: How far the time of the delivery may be from now, in seconds.
        now: The time in seconds since the epoch, if it is not that of the clock.

    Raises:
        WebhookError: A header is missing, the delivery is too old or too new, or no signature fits.
        ValueError: The secret is none.

    Examples:
        >>> from rukh.client import verify_webhook
        >>> secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
        >>> headers = {
        ...     "Webhook-Id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
        ...     "Webhook-Timestamp": "1614265330",
        ...     "Webhook-Signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
        ... }
        >>> verify_webhook(secret, headers, b'{"test": 2432232314}', now=1614265330)
        {'test': 2432232314}
    """
    try:
        key = base64.b64decode(secret.removeprefix(PREFIX), validate=True)
    except (binascii.Error, ValueError) as error:
        raise ValueError("a secret is `whsec_` and base64") from error
    if not key:
        raise ValueError("the secret is empty")
    lower = {name.lower(): value for name, value in headers.items()}
    try:
        name, sent, signatures = (lower[f"webhook-{part}"] for part in ("id", "timestamp", "signature"))
    except KeyError as error:
        raise WebhookError(f"the header `{error.args[0]}` is missing") from error
    if not (sent.isascii() and sent.isdigit() and len(sent) <= MAX_DIGITS):
        raise WebhookError("`webhook-timestamp` is not a time in seconds")
    if abs((time.time() if now is None else now) - int(sent)) > tolerance:
        raise WebhookError("the delivery is too old, or its time is yet to come")
    text = encoded(body) if isinstance(body, str) else bytes(body)
    digest = hmac.new(key, encoded(f"{name}.{sent}.") + text, hashlib.sha256).digest()
    expected = b"v1," + base64.b64encode(digest)
    # One more follows for a day after the secret was replaced.
    if not any(hmac.compare_digest(expected, encoded(one)) for one in signatures.split()):
        raise WebhookError("no signature fits: another secret, or another body")
    try:
        return json.loads(text)
    except ValueError as error:
        raise WebhookError("the body is no JSON") from error


def encoded(text: str) -> bytes:
    """A text in UTF-8; what cannot be part of one stays what it is, and is signed by nobody."""
    return text.encode(errors="surrogatepass")
