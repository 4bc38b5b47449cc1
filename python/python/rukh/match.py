"""Matches of engines, decided by the rules of this package: results, Elo, SPRT.

>>> import rukh.match
>>> result = rukh.match.play("shatranj", "rukh:nodes=100,name=A", "rukh:nodes=20", games=2)
>>> result.names, result.wins + result.draws + result.losses
(('A', 'Rukh'), 2)
"""

import os
import pathlib
from collections.abc import Callable, Sequence

from rukh._rukh import Board, Game, MatchResult, Ruleset, parse_openings, play_match

__all__ = ["MatchResult", "play", "read_openings"]


def read_openings(
    path: str | os.PathLike[str], ruleset: Ruleset | str, *, dialect: str | None = None
) -> list[Board]:
    """Reads openings for `play` from a file.

    Args:
        path: A list with a FEN, EPD (with operations such as ``id``, ``c0`` and ``hmvc``) or ``moves`` with
            moves a line, as `rukh openings` writes it, or games in PGN or JSON Lines, whose last
            positions are the openings.
        ruleset: The ruleset of the openings; games that name none are played by it.
        dialect: ``own`` or ``fsf``; without it the letters show whose they are.

    Raises:
        EngineError: Everything that is wrong with the file, each with its line.
        OSError: The file cannot be read.
    """
    return parse_openings(pathlib.Path(path).read_bytes(), ruleset, dialect)


def play(
    ruleset: Ruleset | str,
    first: str,
    second: str,
    *,
    games: int = 200,
    paired: bool = True,
    nodes: int | None = None,
    depth: int | None = None,
    tc: str | None = None,
    sprt: tuple[float, float] | None = None,
    openings: Sequence[Board] | None = None,
    concurrency: int = 1,
    seed: int = 1,
    max_plies: int = 600,
    resign: tuple[int, int] | None = None,
    draw: tuple[int, int, int] | None = None,
    time_margin: float = 0.02,
    on_pair: Callable[[MatchResult, Game, Game], object] | None = None,
) -> MatchResult:
    """Plays games in pairs, one opening and the same throws with both colours.

    A player is written as for `rukh match`: ``rukh``, with settings after a colon
    (``rukh:level=3``, ``rukh:nodes=500,hash=8``), or another program,
    ``uci:COMMAND`` or ``xboard:COMMAND``.

    Args:
        ruleset: The ruleset of all games.
        first: The player for whom the result is counted.
        second: Its opponent.
        games: At most so many games.
        paired: Whether two games share an opening and throws. Without, each game has its own and is
            an independent result: for studies of an engine with itself, whose pairs would be twins.
        nodes: Nodes for each move, if not 10,000.
        depth: Plies for each move.
        tc: Seconds for a game, with an increment: ``10+0.1``.
        sprt: Two Elo differences; the match ends when the test has decided between them.
        openings: Where games start, if not at the ruleset's own set of openings; `read_openings`
            reads them from a file.
        concurrency: Games at once.
        seed: The seed of the order of openings and of the die.
        max_plies: Plies after which a game is cut off; it counts as drawn, and in `cut_off`.
        resign: Moves and centipawns: a side that is so far behind for so long has lost.
        draw: A ply, moves and centipawns: from there on, a game so even for so long is drawn.
        time_margin: Seconds by which a clock may be overstepped.
        on_pair: Called with the standing and both games of each pair, in their order.

    Ctrl-C ends the match when the moves under way are found; what `on_pair` has seen remains.

    Raises:
        EngineError: A setting or a player is wrong, or a player fails again and again.

    Warns:
        UserWarning: The players are equal and games paired, so that games can repeat.
    """
    settings = {
        "games": games,
        "paired": paired,
        "nodes": nodes,
        "depth": depth,
        "tc": tc,
        "sprt": sprt,
        "openings": None if openings is None else list(openings),
        "concurrency": concurrency,
        "seed": seed,
        "max_plies": max_plies,
        "resign": resign,
        "draw": draw,
        "time_margin": time_margin,
        "on_pair": on_pair,
    }
    return play_match(ruleset, first, second, settings)
