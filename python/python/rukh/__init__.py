"""Historic chess variants: rulesets with their sources, boards, games in files, the engine.

>>> import rukh
>>> board = rukh.Board("shatranj")
>>> board.push_san("e3"), board.push_san("d6")
(Move("e2e3"), Move("d7d6"))
>>> print(board)
r n e k f e n r
p p p . p p p p
. . . p . . . .
. . . . . . . .
. . . . . . . .
. . . . P . . .
P P P P . P P P
R N E K F E N R

Sides are as in python-chess: `rukh.WHITE` is True, `rukh.BLACK` is False. A square is a number,
counted from a1 rank by rank, or its name.
"""

from typing import Final

from rukh._rukh import (
    Board,
    Face,
    LegalMoves,
    Move,
    Outcome,
    Piece,
    Ruleset,
    __version__,
    rulesets,
)
from rukh.errors import (
    EngineError,
    FenError,
    IllegalMoveError,
    PgnError,
    RukhError,
    RulesetError,
    StudyError,
)
from rukh.termination import Termination

__all__ = [
    "BLACK",
    "Board",
    "EngineError",
    "Face",
    "FenError",
    "IllegalMoveError",
    "LegalMoves",
    "Move",
    "Outcome",
    "PgnError",
    "Piece",
    "RukhError",
    "Ruleset",
    "RulesetError",
    "StudyError",
    "Termination",
    "WHITE",
    "__version__",
    "rulesets",
]

#: The side that is written in upper case.
WHITE: Final = True
#: The side that is written in lower case.
BLACK: Final = False
