"""A bot that takes the most it can get, and marches on where there is nothing."""

from __future__ import annotations

import sys

from bot import Bot, Table
from play import run
from rukh import Json

# How many men it brings out in the werera before it strikes.
DEVELOPS = 8
# After how many moves of the werera without a chance to strike it asks for turns, again and again.
ASKS_FOR_TURNS = 20
# How readily it ends a bundle.
ENDS_BUNDLE = 0.3


class GreedyBot(Bot):
    """Mates, takes the most valuable man, promotes, advances: in that order."""

    name = "Greedy bot"

    def choose_move(self, table: Table) -> str:
        moves = list(table.moves())
        if not moves:
            return "--"
        return max(moves, key=lambda found: self._judge(table, *found))[1]["move"]

    def marshal(self, table: Table) -> Json | None:
        moves = list(table.moves())
        captures = [found for found in moves if found[1]["capture"]]
        quiet = [found for found in moves if not found[1]["capture"]]
        if captures and (table.placements >= DEVELOPS or not quiet):
            return table.place(*max(captures, key=lambda found: self._judge(table, *found)))
        if "bundle" in table.actions and (not quiet or self.rng.random() < ENDS_BUNDLE):
            return {"kind": "bundle"}
        asked = sum(event["t"] == "turns_offer" and event["d"]["side"] == table.side for event in table.events)
        if table.placements >= ASKS_FOR_TURNS * (asked + 1) and "turns" in table.actions:
            return {"kind": "turns", "side": table.side}
        if not quiet:
            return None
        return table.place(*max(quiet, key=lambda found: self._judge_development(table, *found)))

    def wants_turns(self, table: Table) -> bool:
        return table.placements >= DEVELOPS

    def _judge(self, table: Table, cell: str, move: Json) -> tuple[float, ...]:
        """How good a move is, what counts most first; equals are left to chance."""
        is_mate = move["san"].endswith("#")
        promoted = table.worth[move["promotion"]] if move["promotion"] else 0
        return is_mate, taken(table, move), promoted, self._advance(table, cell, move), self.rng.random()

    def _judge_development(self, table: Table, cell: str, move: Json) -> tuple[float, ...]:
        """Men that have moved least go first, the king last."""
        man = table.man_on(cell)
        moved = sum(event["t"] == "place" and event["d"]["id"] == man["id"] for event in table.events)
        is_king = man["man"] in table.kings
        return -is_king, -moved, self._advance(table, cell, move), self.rng.random()

    def _advance(self, table: Table, cell: str, move: Json) -> int:
        """How many ranks a man goes forward; kings had better stay."""
        ranks = rank(move["to"]) - rank(cell)
        forward = ranks if table.side == "white" else -ranks
        return min(0, forward) if table.man_on(cell)["man"] in table.kings else forward


def rank(cell: str) -> int:
    """The rank of a cell such as `c12`."""
    return int(cell[1:])


def taken(table: Table, move: Json) -> float:
    """What the man is worth that a move takes."""
    man = table.man_on(move["to"])
    if not move["capture"]:
        return 0
    return table.worth[man["man"]] if man else 1


if __name__ == "__main__":
    sys.exit(run(GreedyBot))
