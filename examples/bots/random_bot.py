"""A bot that chooses uniformly among the legal moves."""

from __future__ import annotations

import sys

from bot import Bot, GameState, Json
from play import run

# Probability of retracting a werera move, if there is one.
RETRACTION_PROBABILITY = 0.15
# Probability of ending a batch.
BATCH_END_PROBABILITY = 0.25


class RandomBot(Bot):
    """Plays uniformly at random."""

    name = "Random bot"

    def choose_move(self, state: GameState) -> str:
        moves = [move["move"] for _, move in state.moves()]
        if state.view["pass"] is not None:
            moves.append("--")
        return self.rng.choice(moves)

    def choose_werera_intent(self, state: GameState) -> Json | None:
        standing = [placed for placed in state.view["retractable"] if placed["side"] == state.side]
        if standing and self.rng.random() < RETRACTION_PROBABILITY:
            return {"kind": "retract", "side": state.side, "seq": self.rng.choice(standing)["seq"]}
        moves = list(state.moves())
        if "end_batch" in state.actions and (not moves or self.rng.random() < BATCH_END_PROBABILITY):
            return {"kind": "end_batch"}
        return state.place(*self.rng.choice(moves)) if moves else None


if __name__ == "__main__":
    sys.exit(run(RandomBot))
