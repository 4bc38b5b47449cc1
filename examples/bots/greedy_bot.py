"""A bot that makes the most valuable capture, and advances where there is none."""

from __future__ import annotations

import sys

from bot import Bot, GameState, Json
from play import run

# Number of pieces it develops in the werera before its first capture.
DEVELOPS = 8
# Number of werera moves without a possible capture after which it offers to begin turns.
ASKS_FOR_TURNS = 20
# Probability of ending a batch.
BATCH_END_PROBABILITY = 0.3


class GreedyBot(Bot):
    """Mates, captures the most valuable piece, promotes, advances: in that order."""

    name = "Greedy bot"

    def choose_move(self, state: GameState) -> str:
        moves = list(state.moves())
        if not moves:
            return "--"
        return max(moves, key=lambda found: self._judge(state, *found))[1]["move"]

    def choose_werera_intent(self, state: GameState) -> Json | None:
        moves = list(state.moves())
        captures = [found for found in moves if found[1]["capture"]]
        quiet = [found for found in moves if not found[1]["capture"]]
        if captures and (state.placements >= DEVELOPS or not quiet):
            return state.place(*max(captures, key=lambda found: self._judge(state, *found)))
        if "end_batch" in state.actions and (not quiet or self.rng.random() < BATCH_END_PROBABILITY):
            return {"kind": "end_batch"}
        asked = sum(event["type"] == "turns_offer" and event["data"]["side"] == state.side for event in state.events)
        if state.placements >= ASKS_FOR_TURNS * (asked + 1) and "turns" in state.actions:
            return {"kind": "turns", "side": state.side}
        if not quiet:
            return None
        return state.place(*max(quiet, key=lambda found: self._judge_development(state, *found)))

    def wants_turns(self, state: GameState) -> bool:
        return state.placements >= DEVELOPS

    def _judge(self, state: GameState, cell: str, move: Json) -> tuple[float, ...]:
        """Rank of a move, the most important part first; ties are broken at random."""
        is_mate = move["san"].endswith("#")
        promoted = state.values[move["promotion"]] if move["promotion"] else 0
        return is_mate, taken(state, move), promoted, self._advance(state, cell, move), self.rng.random()

    def _judge_development(self, state: GameState, cell: str, move: Json) -> tuple[float, ...]:
        """Pieces that have moved least go first, the king last."""
        piece = state.piece_on(cell)
        moved = sum(event["type"] == "place" and event["data"]["piece_id"] == piece["id"] for event in state.events)
        is_king = piece["letter"] in state.kings
        return -is_king, -moved, self._advance(state, cell, move), self.rng.random()

    def _advance(self, state: GameState, cell: str, move: Json) -> int:
        """Number of ranks a move advances; kings are not rewarded for it."""
        ranks = rank(move["to"]) - rank(cell)
        forward = ranks if state.side == "white" else -ranks
        return min(0, forward) if state.piece_on(cell)["letter"] in state.kings else forward


def rank(cell: str) -> int:
    """The rank of a cell such as `c12`."""
    return int(cell[1:])


def taken(state: GameState, move: Json) -> float:
    """Value of the captured piece; 0 without a capture."""
    piece = state.piece_on(move["to"])
    if not move["capture"]:
        return 0
    return state.values[piece["letter"]] if piece else 1


if __name__ == "__main__":
    sys.exit(run(GreedyBot))
