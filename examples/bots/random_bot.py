"""A bot that does anything the rules allow, each thing as readily as any other."""

from __future__ import annotations

import sys

from bot import Bot, Table
from play import run
from rukh import Json

# How readily it takes a move of the werera back, if it can.
RETRACTS = 0.15
# How readily it ends a bundle.
ENDS_BUNDLE = 0.25


class RandomBot(Bot):
    """Plays uniformly at random."""

    name = "Random bot"

    def choose_move(self, table: Table) -> str:
        moves = [move["move"] for _, move in table.moves()]
        if table.view["pass"] is not None:
            moves.append("--")
        return self.rng.choice(moves)

    def marshal(self, table: Table) -> Json | None:
        standing = [placed for placed in table.view["retractable"] if placed["side"] == table.side]
        if standing and self.rng.random() < RETRACTS:
            return {"kind": "retract", "side": table.side, "seq": self.rng.choice(standing)["seq"]}
        moves = list(table.moves())
        if "bundle" in table.actions and (not moves or self.rng.random() < ENDS_BUNDLE):
            return {"kind": "bundle"}
        return table.place(*self.rng.choice(moves)) if moves else None


if __name__ == "__main__":
    sys.exit(run(RandomBot))
