"""The state a bot sees, and the decisions it makes.

A bot derives from `Bot`: `choose_move` decides in its turn and `choose_werera_intent` in the
werera; `run` in `play` does the rest.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from rukh.client import ClientError

Json = dict[str, Any]

# Value of a piece by its picture, roughly, in pawns. A letter does not identify a kind of piece: it
# means different ones in different games.
PIECE_VALUES = {
    "baidaq": 1, "fil": 1.5, "firzan": 2, "faras": 4, "rukh": 6, "queen": 10, "bishop": 4,
    "castle": 6, "chevalier": 3, "courtier": 3, "cavalier": 8, "vizier": 2, "silver": 2,
    "gold": 3, "backward-firzan": 1, "guard": 3,
}
# Value of a piece with another picture.
UNKNOWN_VALUE = 3
# Value of the king where it can be captured.
KING_VALUE = 1000
# Picture of kings.
KING = "shah"


@dataclass
class GameState:
    """A game as a player sees it."""

    id: str
    side: str
    game: Json
    view: Json
    values: dict[str, float]
    kings: set[str]
    events: list[Json] = field(default_factory=list)

    @classmethod
    def of(cls, hello: Json) -> GameState:
        """The state from a greeting; raises `ClientError` if this guest is a spectator."""
        if not hello["you"]["sides"]:
            raise ClientError("this game is played by others")
        pictures = {letter: piece["picture"] for letter, piece in hello["board"]["pieces"].items()}
        values = {letter: PIECE_VALUES.get(picture, UNKNOWN_VALUE) for letter, picture in pictures.items()}
        kings = {letter for letter, picture in pictures.items() if picture == KING}
        values.update(dict.fromkeys(kings, KING_VALUE))
        game = hello["game"]
        return cls(game["id"], hello["you"]["sides"][0], game, hello["view"], values, kings)

    @property
    def other(self) -> str:
        """The other side."""
        return "black" if self.side == "white" else "white"

    @property
    def actions(self) -> list[str]:
        """The possible actions besides moving."""
        return self.view["actions"][self.side]

    @property
    def plies(self) -> int:
        """Number of moves made in turn."""
        return sum(event["type"] == "move" for event in self.events)

    @property
    def placements(self) -> int:
        """Number of werera moves this side has made."""
        return sum(event["type"] == "place" and event["data"]["side"] == self.side for event in self.events)

    def moves(self) -> Iterator[tuple[str, Json]]:
        """The legal moves, each with its start cell."""
        for cell, moves in self.view["legal_moves"][self.side].items():
            for move in moves:
                yield cell, move

    def piece_on(self, cell: str) -> Json | None:
        """The piece on a cell."""
        return next((piece for piece in self.view["pieces"] if piece["cell"] == cell), None)

    def material(self, side: str) -> float:
        """The value of a side's pieces without the king."""
        letters = (piece["letter"] for piece in self.view["pieces"] if piece["side"] == side)
        return sum(self.values[letter] for letter in letters if letter not in self.kings)

    def may_act(self) -> bool:
        """Whether this side may move now."""
        if self.view["node"] == "werera":
            return self.view["turn"] in (None, self.side)
        return self.view["node"] == "choice" and self.view["turn"] == self.side

    def place(self, cell: str, move: Json) -> Json:
        """The intent of a werera move."""
        piece = self.piece_on(cell)
        intent = {"kind": "place", "side": self.side, "from": cell, "to": move["to"]}
        if piece is not None:
            intent["piece_id"] = piece["id"]
        if move["promotion"] is not None:
            intent["promotion"] = move["promotion"]
        return intent


class Bot:
    """A player without a user interface.

    `rng` is seeded before each decision with the seed, the number of the last event and the number
    of decisions since: the bot decides the same in the same game with the same throws.
    """

    name = "Bot"
    # Number of moves after which the bot considers draws and resignation.
    long_game = 200

    def __init__(self, seed: str | None = None, pace: float = 1.0) -> None:
        """`pace` is the time between two werera moves, in seconds."""
        self.seed = secrets.token_hex(8) if seed is None else seed
        self.pace = pace
        self.rng = random.Random()

    def choose_move(self, state: GameState) -> str:
        """The move to make in turn, as coordinates; `--` passes."""
        raise NotImplementedError

    def choose_werera_intent(self, state: GameState) -> Json | None:
        """The next intent in the werera; `None` waits."""
        raise NotImplementedError

    def wants_turns(self, state: GameState) -> bool:
        """Whether the werera may end without a capture."""
        return state.placements >= 10

    def wants_draw(self, state: GameState) -> bool:
        """Whether a draw is welcome: the bot is behind, or the game is very long."""
        lead = state.material(state.side) - state.material(state.other)
        if state.plies >= 2 * self.long_game:
            return True
        return lead <= (3 if state.plies >= self.long_game else -3)

    def wants_to_resign(self, state: GameState) -> bool:
        """Whether the game is long and lost."""
        is_lost = 4 * state.material(state.side) < state.material(state.other)
        return is_lost and state.plies >= self.long_game
