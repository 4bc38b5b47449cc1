"""Games in files: PGN, and JSON Lines with one event a line.

>>> import rukh.pgn
>>> text = '[Ruleset "shatranj"]\\n\\n1. e3 {a quiet move} e6 $1 (1... d6) *'
>>> game = next(rukh.pgn.loads(text))
>>> [move.uci() for move in game.end().move_stack]
['e2e3', 'e7e6']
>>> game.annotations[1]
[{'comment': 'a quiet move'}]
"""

import os
from collections.abc import Iterable, Iterator, Sequence
from typing import IO, Any

from rukh._rukh import Game, Reader, Ruleset
from rukh.errors import PgnError

__all__ = ["Game", "Reader", "dumps", "loads", "read", "write"]


def read(
    source: str | os.PathLike[str] | IO[Any],
    *,
    rulesets: Sequence[Ruleset] = (),
    strict: bool = False,
    dialect: str | None = None,
    errors: list[PgnError] | None = None,
) -> Iterator[Game]:
    """Reads the games of a file one by one.

    Args:
        source: A path, or a file that is open for reading, as text or bytes.
        rulesets: Rulesets of your own that games may name, beside the built-in ones.
        strict: Refuse what other programs write and our laws do not allow.
        dialect: ``own`` or ``fsf``; without it each game's letters show whose they are.
        errors: A list for the games that cannot be read; without it the first one is raised.

    Raises:
        PgnError: A game cannot be read, and `errors` is not given.
        OSError: The file cannot be read.
    """
    if isinstance(source, (str, os.PathLike)):
        with open(source, "rb") as file:
            yield from _games(Reader(file, rulesets=list(rulesets), strict=strict, dialect=dialect), errors)
    else:
        yield from _games(Reader(source, rulesets=list(rulesets), strict=strict, dialect=dialect), errors)


def loads(
    text: str,
    *,
    rulesets: Sequence[Ruleset] = (),
    strict: bool = False,
    dialect: str | None = None,
    errors: list[PgnError] | None = None,
) -> Iterator[Game]:
    """Reads the games of a text; the arguments are those of `read`."""
    return _games(Reader(text, rulesets=list(rulesets), strict=strict, dialect=dialect), errors)


def _games(reader: Reader, errors: list[PgnError] | None) -> Iterator[Game]:
    while True:
        try:
            yield next(reader)
        except StopIteration:
            return
        except PgnError as error:
            if errors is None:
                raise
            errors.append(error)


def dumps(games: Iterable[Game]) -> str:
    """Writes games as PGN, one after the other."""
    return "\n".join(f"{game}\n" for game in games)


def write(games: Iterable[Game], target: str | os.PathLike[str] | IO[str]) -> int:
    """Writes games as PGN to a path, which is overwritten, or to a file that is open as text.

    Returns:
        The number of games.
    """
    if isinstance(target, (str, os.PathLike)):
        with open(target, "w", encoding="utf-8", newline="\n") as file:
            return write(games, file)
    count = 0
    for game in games:
        target.write(f"\n{game}\n" if count else f"{game}\n")
        count += 1
    return count
