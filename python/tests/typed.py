"""What a type checker makes of events: mypy checks this file, nothing runs it."""

from typing import assert_never

import rukh
import rukh.pgn
from rukh.engine import Engine
from rukh.info import Element, GameEvent


def words(event: GameEvent) -> str:
    """Every kind of event; one that is missing here is an error of the checker."""
    match event["t"]:
        case "place":
            assert event["t"] == "place"
            return event["from"] + event["to"] + event.get("promotion", "") + event["side"]
        case "retract":
            assert event["t"] == "retract"
            return str(event["of"])
        case "turns":
            return "turns"
        case "bundle":
            assert event["t"] == "bundle"
            return event["side"]
        case "throw":
            assert event["t"] == "throw"
            return str(event["face"])
        case "move":
            assert event["t"] == "move"
            return event["mv"]
        case "resign" | "flag" | "leave":
            return event["t"]
        case "draw" | "abort" | "unclaimed":
            return event["t"]
        case "result":
            assert event["t"] == "result"
            return event["result"]
        case other:
            assert_never(other)


def notes(annotation: Element) -> int:
    """The depth of a variation."""
    if "variation" in annotation:
        return 1 + max(map(notes, annotation["variation"]))
    return 0


board = rukh.Board("senterej")
board.push_event({"t": "place", "side": "white", "from": "e2", "to": "e3"})
board.push_event({"t": "move", "mv": "e2e3", "at": 5})
board.push_event({"t": "move"})  # type: ignore[misc, arg-type]
board.push_event({"t": "leap", "mv": "e2e3"})  # type: ignore[typeddict-item]
for one in board.events:
    print(words(one), one["seq"])
chosen = Engine().act(board, rukh.WHITE)
if chosen is not None:
    board.push_event(chosen)
game = rukh.pgn.Game(board)
game.annotate(1, {"variation": [{"move": "d2d3"}, {"comment": "better"}]})
game.annotate(1, {"comments": "no such key"})  # type: ignore[arg-type]
print([notes(one) for one in game.annotations[1]])
