"""The types of the dicts that this package gives out, for annotations and type checkers.

>>> from rukh.info import LawInfo
>>> sorted(LawInfo.__annotations__)
['conjecture', 'key', 'law', 'note', 'sources', 'text', 'title', 'value']
"""

from typing import Any, Literal, TypedDict

from rukh._rukh import Move, Score

__all__ = [
    "ArrayInfo",
    "ChoiceInfo",
    "CounterInfo",
    "FaceEval",
    "GameAnalysis",
    "LawInfo",
    "LineInfo",
    "MoveInfo",
    "OptionInfo",
    "PieceInfo",
    "PlayerInfo",
    "PlayerSummary",
    "SearchInfo",
    "SourceInfo",
    "ThrowInfo",
]


class PieceInfo(TypedDict):
    """A kind of piece of a ruleset; `betza` is its move in Betza notation."""

    letter: str
    name: str
    names: dict[str, str]
    betza: str
    is_royal: bool
    sources: list[str]
    conjecture: str | None
    note: str | None


class ArrayInfo(TypedDict):
    """A starting arrangement, with the FEN of a game that starts from it."""

    id: str
    title: str
    fen: str
    is_chosen: bool
    is_unverified: bool
    sources: list[str]
    conjecture: str | None
    note: str | None


class ChoiceInfo(TypedDict):
    """A choice of an option."""

    id: str
    title: str
    is_unverified: bool
    sources: list[str]
    conjecture: str | None
    note: str | None


class OptionInfo(TypedDict):
    """An option of a ruleset, and what is chosen."""

    key: str
    title: str
    default: str
    chosen: str
    choices: list[ChoiceInfo]


class LawInfo(TypedDict):
    """A law: the chosen variant, its sentences, and its parameters in `value`."""

    key: str
    title: str
    law: str
    text: str
    value: Any
    sources: list[str]
    conjecture: str | None
    note: str | None


class SourceInfo(TypedDict):
    """A citation as laws write it, and the work in full."""

    citation: str
    text: str
    url: list[str]


class CounterInfo(TypedDict):
    """A running counter of a law; `color` is None if it counts both sides."""

    kind: str
    color: bool | None
    value: int
    limit: int


class SearchInfo(TypedDict):
    """A line that a search has found."""

    multipv: int
    score: Score
    pv: list[Move]
    depth: int
    seldepth: int
    nodes: int
    time: float
    nps: int


class FaceEval(TypedDict):
    """The value of a position after a throw."""

    score: Score
    expected: float
    pv: list[Move]
    depth: int
    nodes: int


class LineInfo(TypedDict):
    """One of the best moves of a position, with what follows."""

    score: Score
    pv: list[Move]


class ThrowInfo(TypedDict):
    """A throw: its luck in shares of the points, and the value of every face."""

    face: int
    luck: float
    faces: dict[int, FaceEval]


class MoveInfo(TypedDict):
    """A move of a game, judged; shares of the points are from 0 to 1."""

    seq: int
    color: bool
    move: Move
    san: str
    best: Move | None
    lines: list[LineInfo]
    before: float
    after: float
    loss: float
    centipawns_lost: int | None
    accuracy: float
    grade: Literal["sound", "inaccuracy", "mistake", "blunder"]
    is_forced: bool
    throw: ThrowInfo | None


class PlayerSummary(TypedDict):
    """What the moves and throws of a side add up to."""

    moves: int
    accuracy: float
    loss: float
    centipawns: float | None
    inaccuracies: int
    mistakes: int
    blunders: int
    luck: float


class GameAnalysis(TypedDict):
    """A game, judged; `skipped` events of the werera are not."""

    moves: list[MoveInfo]
    skipped: int
    white: PlayerSummary
    black: PlayerSummary


class PlayerInfo(TypedDict):
    """What a player of a match has done."""

    name: str
    moves: int
    nodes: int
    seconds: float
    time_forfeits: int
    crashes: int
    illegal_moves: int
