"""The types of the dicts that this package gives out, for annotations and type checkers.

>>> from rukh.info import LawInfo
>>> sorted(LawInfo.__annotations__)
['conjecture', 'key', 'law', 'note', 'sources', 'text', 'title', 'value']
"""

from typing import Any, Literal, NotRequired, TypedDict, final

from rukh._rukh import Move, Score

__all__ = [
    "AbortEvent",
    "Annotation",
    "ArrayInfo",
    "BalanceInfo",
    "BundleEvent",
    "ChoiceInfo",
    "Comment",
    "CounterInfo",
    "DrawEvent",
    "Element",
    "Ending",
    "EndingFace",
    "EndingMove",
    "EndingValue",
    "FaceEval",
    "FlagEvent",
    "GameAnalysis",
    "GameEvent",
    "LawInfo",
    "LeaveEvent",
    "LineInfo",
    "MoveElement",
    "MoveEvent",
    "MoveInfo",
    "Nag",
    "OptionInfo",
    "PieceInfo",
    "PlaceEvent",
    "PlayerInfo",
    "PlayerSummary",
    "ResignEvent",
    "ResultEvent",
    "RetractEvent",
    "SearchInfo",
    "SourceInfo",
    "StudyCell",
    "StudyPlan",
    "TableJob",
    "TablePlan",
    "ThrowElement",
    "ThrowEvent",
    "ThrowInfo",
    "TurnsEvent",
    "UnclaimedEvent",
    "UnreadElement",
    "Variation",
    "WereraElement",
    "WereraEvent",
]

class _Entry(TypedDict):
    """What every event of a board has: its number, and the time at which it happened, if known."""

    seq: NotRequired[int]
    at: NotRequired[int]


#: A key that is a word of Python.
_Origin = TypedDict("_Origin", {"from": str})


@final
class PlaceEvent(_Entry, _Origin):
    """In the werera a side moves a piece, whose number is `id`."""

    t: Literal["place"]
    side: Literal["white", "black"]
    id: NotRequired[int]
    to: str
    promotion: NotRequired[str]


@final
class RetractEvent(_Entry):
    """In the werera a side takes back its move with the number `of`."""

    t: Literal["retract"]
    side: Literal["white", "black"]
    of: int


@final
class TurnsEvent(_Entry):
    """Turns begin without a capture: ``agreed``, ``clock`` or ``budget``."""

    t: Literal["turns"]
    why: NotRequired[str]


@final
class BundleEvent(_Entry):
    """In a werera of bundles a side ends its bundle."""

    t: Literal["bundle"]
    side: Literal["white", "black"]


@final
class ThrowEvent(_Entry):
    """The die is thrown."""

    t: Literal["throw"]
    face: int


@final
class MoveEvent(_Entry):
    """The side to move moves, in coordinates; ``--`` is a pass."""

    t: Literal["move"]
    mv: str


@final
class ResignEvent(_Entry):
    """A side gives up."""

    t: Literal["resign"]
    side: Literal["white", "black"]


@final
class DrawEvent(_Entry):
    """Both sides agree to a draw."""

    t: Literal["draw"]


@final
class FlagEvent(_Entry):
    """A side's time has run out."""

    t: Literal["flag"]
    side: Literal["white", "black"]


@final
class LeaveEvent(_Entry):
    """A side has left; the other claims the game, or only a draw."""

    t: Literal["leave"]
    side: Literal["white", "black"]
    drawn: NotRequired[bool]


@final
class AbortEvent(_Entry):
    """The game is broken off without a result."""

    t: Literal["abort"]


@final
class UnclaimedEvent(_Entry):
    """A draw that the laws give is not claimed; the game goes on."""

    t: Literal["unclaimed"]


@final
class ResultEvent(_Entry):
    """The record states a result without a reason."""

    t: Literal["result"]
    result: Literal["1-0", "0-1", "1/2-1/2"]


#: What a side does in the werera, or what ends it.
WereraEvent = PlaceEvent | RetractEvent | TurnsEvent | BundleEvent
#: An end of the game that no law gives, or a draw that is not claimed.
EndEvent = (
    ResignEvent | DrawEvent | FlagEvent | LeaveEvent | AbortEvent | UnclaimedEvent | ResultEvent
)
#: An event of a game; its kind is in `t`.
GameEvent = WereraEvent | ThrowEvent | MoveEvent | EndEvent


@final
class Comment(TypedDict):
    """A comment of an annotator."""

    comment: str


@final
class Nag(TypedDict):
    """A numeric annotation glyph, 0 to 255."""

    nag: int


@final
class Variation(TypedDict):
    """Moves that might have been played instead of the event before."""

    variation: "list[Element]"


@final
class MoveElement(TypedDict):
    """A move of a variation, in coordinates."""

    move: str


@final
class ThrowElement(TypedDict):
    """A throw of a variation."""

    throw: int


@final
class WereraElement(TypedDict):
    """An event of the werera in a variation."""

    werera: WereraEvent


@final
class EndElement(TypedDict):
    """An end of the game in a variation, such as a resignation."""

    end: EndEvent


@final
class UnreadElement(TypedDict):
    """A word of a variation that is no legal move there."""

    unread: str


#: What stands beside the events of a game.
Annotation = Comment | Nag | Variation
#: A part of a variation.
Element = (
    MoveElement | ThrowElement | WereraElement | EndElement | UnreadElement | Comment | Nag | Variation
)


class PieceInfo(TypedDict):
    """A kind of piece of a ruleset; `betza` is its move in Betza notation."""

    letter: str
    elsewhere: str | None
    name: str
    names: dict[str, str]
    picture: str
    betza: str
    is_royal: bool
    sources: list[str]
    conjecture: NotRequired[str]
    note: NotRequired[str]


class ArrayInfo(TypedDict):
    """A starting arrangement, with the FEN of a game that starts from it."""

    id: str
    title: str
    placement: str
    fen: str
    is_chosen: bool
    unverified: bool
    sources: list[str]
    conjecture: NotRequired[str]
    note: NotRequired[str]


class ChoiceInfo(TypedDict):
    """A choice of an option."""

    id: str
    title: str
    titles: dict[str, str]
    unverified: bool
    sources: list[str]
    conjecture: NotRequired[str]
    note: NotRequired[str]


class OptionInfo(TypedDict):
    """An option of a ruleset, and what is chosen."""

    key: str
    title: str
    titles: dict[str, str]
    note: str | None
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
    conjecture: NotRequired[str]
    note: NotRequired[str]


class SourceInfo(TypedDict):
    """A citation as laws write it, the work in full, and its addresses."""

    citation: str
    text: str
    urls: list[str]


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
    """What the moves and throws of a side add up to.

    `accuracy` is from 0, as random moves, to 100; it is None without a move judged.
    """

    moves: int
    accuracy: float | None
    loss: float | None
    centipawns: float | None
    inaccuracies: int
    mistakes: int
    blunders: int
    luck: float


class BalanceInfo(TypedDict):
    """What made the result, in White's shares of the points.

    ``luck + skill + remainder == result``: White's share at the end less that at the `start`. The
    `remainder` is what the judge saw differently from one position to the next, at its depth, and an
    end that was not played out, as a resignation.
    """

    start: float
    luck: float
    skill: float
    remainder: float
    result: float


class GameAnalysis(TypedDict):
    """A game, judged; `skipped` events of the werera are not."""

    moves: list[MoveInfo]
    skipped: int
    balance: BalanceInfo | None
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


EndingValue = TypedDict(
    "EndingValue",
    {
        "is": Literal["won", "drawn", "lost", "chance"],
        "plies": NotRequired[int],
        "points": NotRequired[float],
        "win": NotRequired[float],
        "draw": NotRequired[float],
        "gap": NotRequired[float],
    },
)
EndingValue.__doc__ = """What a table says: a win or a loss with its `plies`, a draw, or with a die a `chance`.

A chance has the `points` to expect, how often it is a `win` and a `draw`, and the `gap`, which is how far the
true number of points can lie from these.
"""


class EndingMove(TypedDict):
    """A legal move, in coordinates and in people's notation, with its value for the side that makes it."""

    uci: str
    san: str
    value: EndingValue


class EndingFace(TypedDict):
    """A face that may be thrown, its value, and its moves, the best first."""

    face: int
    value: EndingValue
    moves: list[EndingMove]


class Ending(TypedDict):
    """What tables say of a position: its value, and its moves or, before a throw, its faces."""

    value: EndingValue | None
    moves: list[EndingMove]
    faces: NotRequired[list[EndingFace]]
    #: Plies until the limit of moves draws the game, where there is one.
    plies_left: NotRequired[int]


class TableJob(TypedDict):
    """A table to be built: its material, its file, and the files that it needs."""

    material: str
    file: str
    needs: list[str]
    numbers: int


class TablePlan(TypedDict):
    """The files of tables, those that are to be built, and what is left out, with the reason."""

    files: list[str]
    jobs: list[TableJob]
    skipped: list[list[str]]


class StudyCell(TypedDict):
    """A cell of a study: a ruleset with its options, and who plays."""

    index: int
    instance: str
    options: dict[str, str]
    white: str
    black: str
    laws: str
    evaluation: str


class StudyPlan(TypedDict):
    """What a study plays. `games` is the most that a cell has, `rounds` how many parts they make."""

    id: str
    title: str
    question: str
    hash: str
    version: str
    rounds: int
    games: int
    tables: list[str]
    cells: list[StudyCell]
