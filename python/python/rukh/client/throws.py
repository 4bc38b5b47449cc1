"""The proof of the throws: every throw and coin of a finished game, computed anew from the server's secret."""

from __future__ import annotations

import hashlib
import hmac
import itertools

from rukh.client.wire import ThrowProof, ThrowRecord

__all__ = ["check_throws", "draw_face"]


def draw_face(secret: bytes, client_seed: str, number: int, faces: int) -> int:
    """The face of throw `number`, counted from 1.

    Of HMAC-SHA256 over the seed and the number as eight bytes, the first byte counts that is not too
    large to be divided evenly. Should there be none, a counter is appended and the digest made anew.

    >>> from rukh.client import draw_face
    >>> draw_face(bytes(range(32)), "white\\nblack", 1, 6)
    5
    """
    bound = 256 // faces * faces
    text = client_seed.encode() + number.to_bytes(8, "big")
    for suffix in itertools.chain([b""], (bytes([count]) for count in range(1, 256))):
        digest = hmac.new(secret, text + suffix, hashlib.sha256).digest()
        for byte in digest:
            if byte < bound:
                return byte % faces + 1
    raise ValueError("no digest has a byte that can be used")


def check_throws(throws: ThrowProof) -> list[str]:
    """The errors in a finished game's throws and coins; empty if all are right.

    `throws` is the answer of `Client.throws`. Raises `ValueError` if there is nothing to check, or the
    secret is not published yet.
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
    standing: list[ThrowRecord] = []
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
