"""What a bot sees and how it decides.

A bot of one's own derives from `Bot` and says in `choose_move` what it does on
its turn, and in `marshal` what it does in the werera; `run` of `play` does the rest.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Iterator
from dataclasses import dataclass, field

from rukh import Json, RukhError

# What a man is worth, by its picture. A letter alone tells nothing: the same one
# means other men in other games. Rough, in soldiers.
WORTH = {
    "baidaq": 1, "fil": 1.5, "firzan": 2, "faras": 4, "rukh": 6, "queen": 10, "bishop": 4,
    "castle": 6, "chevalier": 3, "courtier": 3, "cavalier": 8, "vizier": 2, "silver": 2,
    "gold": 3, "backward-firzan": 1, "guard": 3,
}
# What a man of another picture is taken to be worth.
UNKNOWN_WORTH = 3
# What the king is worth where it can be taken.
KING_WORTH = 1000
# The picture of kings.
KING = "shah"


@dataclass
class Table:
    """A game as a player sees it."""

    id: str
    side: str
    game: Json
    view: Json
    worth: dict[str, float]
    kings: set[str]
    events: list[Json] = field(default_factory=list)

    @classmethod
    def of(cls, hello: Json) -> Table:
        """The table somebody sits at; raises `RukhError` for those who look on."""
        if not hello["you"]["sides"]:
            raise RukhError("this game is played by others")
        pictures = {letter: man["picture"] for letter, man in hello["board"]["men"].items()}
        worth = {letter: WORTH.get(picture, UNKNOWN_WORTH) for letter, picture in pictures.items()}
        kings = {letter for letter, picture in pictures.items() if picture == KING}
        worth.update(dict.fromkeys(kings, KING_WORTH))
        game = hello["game"]
        return cls(game["id"], hello["you"]["sides"][0], game, hello["view"], worth, kings)

    @property
    def other(self) -> str:
        """The other side."""
        return "black" if self.side == "white" else "white"

    @property
    def actions(self) -> list[str]:
        """What may be done besides moving."""
        return self.view["actions"][self.side]

    @property
    def plies(self) -> int:
        """How many moves were made in turn."""
        return sum(event["t"] == "move" for event in self.events)

    @property
    def placements(self) -> int:
        """How many moves of the werera this side has made."""
        return sum(event["t"] == "place" and event["d"]["side"] == self.side for event in self.events)

    def moves(self) -> Iterator[tuple[str, Json]]:
        """What may be moved: the cell a move starts from, and the move."""
        for cell, moves in self.view["legal"][self.side].items():
            for move in moves:
                yield cell, move

    def man_on(self, cell: str) -> Json | None:
        """The man on a cell."""
        return next((man for man in self.view["men"] if man["cell"] == cell), None)

    def material(self, side: str) -> float:
        """What a side's men are worth without the king."""
        men = (man["man"] for man in self.view["men"] if man["side"] == side)
        return sum(self.worth[man] for man in men if man not in self.kings)

    def may_act(self) -> bool:
        """Whether this side may move now."""
        if self.view["node"] == "werera":
            return self.view["turn"] in (None, self.side)
        return self.view["node"] == "choice" and self.view["turn"] == self.side

    def place(self, cell: str, move: Json) -> Json:
        """The intent behind a move of the werera."""
        man = self.man_on(cell)
        intent = {"kind": "place", "side": self.side, "from": cell, "to": move["to"]}
        if man is not None:
            intent["id"] = man["id"]
        if move["promotion"] is not None:
            intent["promotion"] = move["promotion"]
        return intent


class Bot:
    """How a bot decides.

    `rng` is set anew before each decision, from the seed, the number of the last
    event, and how often something was decided since: in the same game, as long
    as the other side and the die do the same, the bot does so too.
    """

    name = "Bot"
    # How many moves a game may have before the bot thinks of ending it otherwise than on the board.
    long_game = 200

    def __init__(self, seed: str | None = None, pace: float = 1.0) -> None:
        """`pace` is the time between two moves of the werera, in seconds."""
        self.seed = secrets.token_hex(8) if seed is None else seed
        self.pace = pace
        self.rng = random.Random()

    def choose_move(self, table: Table) -> str:
        """The move to make in turn, as coordinates; `--` passes."""
        raise NotImplementedError

    def marshal(self, table: Table) -> Json | None:
        """What to do in the werera; nothing is waiting."""
        raise NotImplementedError

    def wants_turns(self, table: Table) -> bool:
        """Whether the werera may end without a capture."""
        return table.placements >= 10

    def wants_draw(self, table: Table) -> bool:
        """Whether a draw is welcome: one is behind, or the game goes nowhere."""
        lead = table.material(table.side) - table.material(table.other)
        if table.plies >= 2 * self.long_game:
            return True
        return lead <= (3 if table.plies >= self.long_game else -3)

    def wants_to_resign(self, table: Table) -> bool:
        """Whether the game is long and lost."""
        is_lost = 4 * table.material(table.side) < table.material(table.other)
        return is_lost and table.plies >= self.long_game
