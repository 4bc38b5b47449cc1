"""The reasons for which games end."""

import enum

__all__ = ["Termination"]


class Termination(enum.StrEnum):
    """Why a game is over; each is also its word: ``Termination.CHECKMATE == "checkmate"``."""

    CHECKMATE = "checkmate"
    WERERA_MATE = "werera-mate"
    STALEMATE = "stalemate"
    NO_PSEUDO_MOVE = "no-pseudo-move"
    BARE_KING = "bare-king"
    BOTH_BARE = "both-bare"
    LONE_MAN_LIMIT = "lone-man-limit"
    BARE_COUNT = "bare-count"
    KING_CAPTURED = "king-captured"
    FAILED_ESCAPE = "failed-escape"
    REPETITION = "repetition"
    MOVE_LIMIT = "move-limit"
    RESIGNATION = "resignation"
    AGREEMENT = "agreement"
    TIME = "time"
    ABANDONMENT = "abandonment"
    ABORTED = "aborted"
    RECORDED = "recorded"
