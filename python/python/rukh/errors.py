"""Exceptions: what is wrong, where, and why.

>>> import rukh
>>> try:
...     rukh.Board("shatranj").push_uci("e2e4")
... except rukh.IllegalMoveError as error:
...     print(error.place, error.code)
e2e4 illegal
"""

from collections.abc import Sequence

__all__ = [
    "EngineError",
    "FenError",
    "IllegalMoveError",
    "PgnError",
    "RukhError",
    "RulesetError",
    "StudyError",
]


class RukhError(ValueError):
    """An input that is wrong.

    Attributes:
        reasons: Everything that is wrong, each as its place (None if it has none) and the reason.
    """

    reasons: tuple[tuple[str | None, str], ...]

    def __init__(self, message: str, *, reasons: Sequence[tuple[str | None, str]] = ()) -> None:
        super().__init__(message)
        self.reasons = tuple((place, reason) for place, reason in reasons) or ((None, message),)

    @property
    def place(self) -> str | None:
        """Where the first thing is wrong: a file and line, a field, a square, a move."""
        return self.reasons[0][0]

    @property
    def reason(self) -> str:
        """What is wrong there, and what would be right."""
        return self.reasons[0][1]


class RulesetError(RukhError):
    """A ruleset that does not exist, or a ruleset file with its complaints by line."""


class StudyError(RukhError):
    """A study file with its complaints by line."""


class FenError(RukhError):
    """A FEN that is no position of the ruleset.

    Attributes:
        fen: The FEN, cut short if long.
        index: Its place in a list of FENs, from 0; None for a single one.
    """

    fen: str
    index: int | None

    def __init__(
        self,
        message: str,
        *,
        reasons: Sequence[tuple[str | None, str]] = (),
        fen: str = "",
        index: int | None = None,
    ) -> None:
        super().__init__(message, reasons=reasons)
        self.fen = fen
        self.index = index


class IllegalMoveError(RukhError):
    """A move or another event that the rules refuse.

    Attributes:
        code: The subject for programs: ``illegal``, ``not_your_turn``, ``phase_over``, ``over`` …
        legal: For a move in SAN, legal moves like it.
    """

    code: str
    legal: tuple[str, ...]

    def __init__(
        self,
        message: str,
        *,
        reasons: Sequence[tuple[str | None, str]] = (),
        code: str = "illegal",
        legal: Sequence[str] = (),
    ) -> None:
        super().__init__(message, reasons=reasons)
        self.code = code
        self.legal = tuple(legal)


class PgnError(RukhError):
    """A game that cannot be read or written.

    Attributes:
        game: Its number in the file, from 1; None if the error has no place in a file.
        line: The line of the first error, from 1.
        column: The character in that line, from 1, where it is known.
    """

    game: int | None
    line: int | None
    column: int | None

    def __init__(
        self,
        message: str,
        *,
        reasons: Sequence[tuple[str | None, str]] = (),
        game: int | None = None,
        line: int | None = None,
        column: int | None = None,
    ) -> None:
        super().__init__(message, reasons=reasons)
        self.game = game
        self.line = line
        self.column = column


class EngineError(RukhError):
    """A search, an analysis or a match that cannot be made as asked for."""
