"""Many positions or games at once, as NumPy arrays. Needs NumPy: ``pip install rukh[bulk]``.

The interpreter's lock is released; Ctrl-C interrupts.

>>> import rukh, rukh.bulk
>>> start = rukh.Ruleset("shatranj").starting_fen
>>> rukh.bulk.perft([start, start], 3, "shatranj").tolist()
[4176, 4176]
>>> rukh.bulk.features([start], "shatranj").planes.shape
(1, 12, 8, 8)
"""

import os
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rukh import _rukh
from rukh._rukh import TERMINATIONS, Ruleset
from rukh.errors import PgnError

__all__ = [
    "Features",
    "LegalMoveArrays",
    "NO_PROMOTION",
    "NO_SIDE",
    "PASS",
    "Results",
    "TERMINATIONS",
    "cells",
    "features",
    "legal_moves",
    "perft",
    "results",
]

#: The side to move in a werera.
NO_SIDE = 2
#: The third number of a move that promotes nothing.
NO_PROMOTION = 255
#: The third number of a pass.
PASS = 254


class Features(NamedTuple):
    """Positions as planes."""

    #: 0 or 1 as uint8: position, plane, rank, file. White's kinds of piece come first, then
    #: Black's, in the order of `Ruleset.pieces`; rank 0 is White's.
    planes: NDArray[np.uint8]
    #: The side to move: 0 for White, 1 for Black, `NO_SIDE` in a werera.
    turn: NDArray[np.uint8]
    #: The number of pieces: position, side (White first), kind.
    counts: NDArray[np.uint8]


class LegalMoveArrays(NamedTuple):
    """The legal moves of many positions."""

    #: The moves of position i are those from ``offsets[i]`` to ``offsets[i + 1]``.
    offsets: NDArray[np.int64]
    #: For each move: the square it leaves, the square it goes to, and the number of the kind it
    #: promotes to in `Ruleset.pieces`, or `NO_PROMOTION`, or `PASS`.
    moves: NDArray[np.uint8]


class Results(NamedTuple):
    """The results of the games of a file, without those in `errors`."""

    #: The number of each game in the file, from 1.
    number: NDArray[np.int32]
    #: The line that it begins in.
    line: NDArray[np.int32]
    #: 1 if White has won, -1 if Black has won, else 0.
    result: NDArray[np.int32]
    #: The number of moves in turns.
    moves: NDArray[np.int32]
    #: The place of the reason in `TERMINATIONS`; -1 for a game without an end.
    termination: NDArray[np.int32]
    #: The games that cannot be read.
    errors: tuple[PgnError, ...]


def _loaded(ruleset: Ruleset | str) -> Ruleset:
    return Ruleset(ruleset) if isinstance(ruleset, str) else ruleset


def features(
    fens: Sequence[str], ruleset: Ruleset | str, *, dialect: str = "own", threads: int = 1
) -> Features:
    """A plane for each side and kind of piece, the sides to move, and the numbers of pieces.

    Raises:
        FenError: The first FEN that is wrong, with its `index`.
    """
    rules = _loaded(ruleset)
    kinds, ranks, files = len(rules.pieces), rules.ranks, rules.files
    settings = {"dialect": dialect, "threads": threads}
    planes, turn, counts = _rukh.bulk_features(list(fens), rules, settings)
    return Features(
        np.frombuffer(planes, np.uint8).reshape(-1, 2 * kinds, ranks, files),
        np.frombuffer(turn, np.uint8),
        np.frombuffer(counts, np.uint8).reshape(-1, 2, kinds),
    )


def cells(
    fens: Sequence[str], ruleset: Ruleset | str, *, dialect: str = "own", threads: int = 1
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """The code of the piece on every square (position, rank, file), and the sides to move.

    0 is empty; White's kinds count from 1 in the order of `Ruleset.pieces`, Black's follow.

    Raises:
        FenError: The first FEN that is wrong, with its `index`.
    """
    rules = _loaded(ruleset)
    settings = {"dialect": dialect, "threads": threads}
    codes, turn = _rukh.bulk_cells(list(fens), rules, settings)
    shape = (-1, rules.ranks, rules.files)
    return np.frombuffer(codes, np.uint8).reshape(shape), np.frombuffer(turn, np.uint8)


def legal_moves(
    fens: Sequence[str], ruleset: Ruleset | str, *, dialect: str = "own", threads: int = 1
) -> LegalMoveArrays:
    """The legal moves of every position; none where the game is over or a throw is due.

    Raises:
        FenError: The first FEN that is wrong, with its `index`.
    """
    settings = {"dialect": dialect, "threads": threads}
    offsets, moves = _rukh.bulk_legal_moves(list(fens), ruleset, settings)
    return LegalMoveArrays(
        np.frombuffer(offsets, np.int64), np.frombuffer(moves, np.uint8).reshape(-1, 3)
    )


def perft(
    fens: Sequence[str],
    depth: int,
    ruleset: Ruleset | str,
    *,
    moves_only: bool = False,
    dialect: str = "own",
    threads: int = 1,
) -> NDArray[np.uint64]:
    """The number of leaves of every position to a depth, as `Board.perft` counts them.

    As for every count of moves, a side that is not on move may stand in check.

    Raises:
        FenError: The first FEN that is wrong, with its `index`.
    """
    settings = {"dialect": dialect, "threads": threads}
    counts = _rukh.bulk_perft(list(fens), ruleset, depth, moves_only, settings)
    return np.frombuffer(counts, np.uint64)


def results(path: str | os.PathLike[str], *, rulesets: Sequence[Ruleset] = ()) -> Results:
    """The results of all games of a file of PGN or JSON Lines.

    Args:
        path: The file.
        rulesets: Rulesets of your own that games may name, beside the built-in ones.

    Raises:
        OSError: The file cannot be read.
        PgnError: The file is no text.
    """
    rows, errors = _rukh.bulk_results(path, list(rulesets))
    number, line, result, moves, termination = (
        np.ascontiguousarray(column) for column in np.frombuffer(rows, np.int32).reshape(-1, 5).T
    )
    return Results(number, line, result, moves, termination, tuple(errors))
