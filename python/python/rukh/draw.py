"""Pictures of boards, with the pieces and boards of the site.

>>> import rukh, rukh.draw
>>> board = rukh.Board("shatranj")
>>> board.push_san("e3")
Move("e2e3")
>>> rukh.draw.svg(board, arrows=["b8c6"], legal="g8", theme="dark").startswith("<svg ")
True

In Jupyter a board that is the value of a cell shows itself.
"""

from collections.abc import Iterable
from typing import TypedDict, Unpack

from rukh._rukh import Board, draw_png, draw_svg

__all__ = ["Looks", "png", "svg"]


class Looks(TypedDict, total=False):
    """The arguments of `svg` beside the board."""

    arrows: Iterable[str]
    circles: Iterable[str]
    legal: int | str | None
    last_move: str | None
    flipped: bool
    rotate: int
    coordinates: bool
    theme: str
    pieces: str
    skin: str | None
    size: int | None


def svg(
    board: Board,
    *,
    arrows: Iterable[str] = (),
    circles: Iterable[str] = (),
    legal: int | str | None = None,
    last_move: str | None = None,
    flipped: bool = False,
    rotate: int = 0,
    coordinates: bool = True,
    theme: str = "light",
    pieces: str = "traditional",
    skin: str | None = None,
    size: int | None = None,
) -> str:
    """The board as SVG: complete in itself, with its last move and kings in check marked.

    Args:
        board: The board.
        arrows: Two cells each, and perhaps a colour: ``a1c3`` or ``a1c3:red``.
        circles: A cell each, and perhaps a colour: ``c3:blue``.
        legal: The square of a piece whose moves are marked.
        last_move: The move that is marked, if not that of the board: ``e2e3``.
        flipped: Whether Black is below.
        rotate: Degrees by which the board is turned: 0, 90, 180 or 270.
        coordinates: Whether files and ranks are named.
        theme: ``light``, ``dark`` or ``high-contrast``.
        pieces: ``traditional`` or ``international``.
        skin: The board, if not that of the ruleset.
        size: The longer side in pixels, if not 64 for a cell.

    Raises:
        RukhError: A mark, a word or the size is wrong; `reason` says what would be right.

    >>> import rukh, rukh.draw
    >>> rukh.draw.svg(rukh.Board("mideast"), circles=["k1"])
    Traceback (most recent call last):
    ...
    rukh.errors.RukhError: k1: circle: `k1` is not a cell of this board; its cells are a1 to j10
    """
    settings = {
        "arrows": list(arrows),
        "circles": list(circles),
        "legal": legal,
        "last_move": last_move,
        "flipped": flipped,
        "rotate": rotate,
        "coordinates": coordinates,
        "theme": theme,
        "pieces": pieces,
        "skin": skin,
        "size": size,
    }
    return draw_svg(board, settings)


def png(board: Board, **looks: Unpack[Looks]) -> bytes:
    """The board as PNG; the arguments are those of `svg`.

    >>> import rukh, rukh.draw
    >>> rukh.draw.png(rukh.Board("shatranj"), size=64)[:4]
    b'\\x89PNG'
    """
    return draw_png(svg(board, **looks))
