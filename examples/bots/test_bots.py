"""The bots play whole games on a server of the tests' own.

    RUKH_BIN=/path/to/rukh python3 -m unittest test_bots

Choices are seeded; throws, and who is faster in the werera, are not, so those
games differ a little from run to run.
"""

from __future__ import annotations

import copy
import hashlib
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from collections.abc import Callable
from concurrent.futures import Future
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from bot import Bot, GameState, Json
from greedy_bot import GreedyBot
from play import Finished, Player
from random_bot import RandomBot
from rukh.client import ApiError, Client, RefusedError, StreamGapError, check_throws, draw_face, is_event

HERE = Path(__file__).resolve().parent
# Between two moves of the werera, in seconds.
PACE = 0.02
# How long a game, a program or the start of a server may take, in seconds.
PATIENCE = 60
# The words of a draw and of either side's victory in PGN.
PGN_RESULTS = {None: "1/2-1/2", "white": "1-0", "black": "0-1"}


class Server:
    """A server with a directory of its own."""

    def __init__(self) -> None:
        self.directory = tempfile.TemporaryDirectory(prefix="rukh-bots-")
        self.binary = os.environ.get("RUKH_BIN", "")
        if not self.binary:
            raise RuntimeError("name the binary to test with in RUKH_BIN")
        self.url = ""
        self.start("127.0.0.1:0")

    def start(self, bind: str) -> None:
        """Starts, and waits until it says where it listens."""
        options = ["serve", "--bind", bind, "--data-dir", self.directory.name, "--log", "error"]
        self.process = subprocess.Popen([self.binary, *options], stdout=subprocess.PIPE, text=True)
        self.url = self.process.stdout.readline().strip()
        if not self.url.startswith("http://"):
            raise RuntimeError(f"the server does not say where it listens: {self.url!r}")

    def kill(self) -> None:
        """Ends without a chance to tidy up."""
        self.process.kill()
        self.process.wait(PATIENCE)
        self.process.stdout.close()

    def close(self) -> None:
        """Ends, and what it kept with it."""
        self.kill()
        self.directory.cleanup()

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Runs the binary for something else."""
        return subprocess.run([self.binary, *arguments], capture_output=True, text=True, timeout=PATIENCE)


class PeacefulBot(RandomBot):
    """Never takes a man in the werera, and always agrees to turns."""

    def choose_werera_intent(self, state: GameState) -> Json | None:
        quiet = [found for found in state.moves() if not found[1]["capture"]]
        return state.place(*self.rng.choice(quiet)) if quiet else None

    def wants_turns(self, state: GameState) -> bool:
        return True


class UndecidedBot(PeacefulBot):
    """Takes back whatever can be taken back, and asks for turns in the end."""

    def choose_werera_intent(self, state: GameState) -> Json | None:
        for placed in state.view["retractable"]:
            if placed["side"] == state.side:
                return {"kind": "retract", "side": state.side, "seq": placed["seq"]}
        if state.placements >= 3 and "turns" in state.actions:
            return {"kind": "turns", "side": state.side}
        return super().choose_werera_intent(state)


class ShortBot(RandomBot):
    """Wants a draw soon."""

    long_game = 6

    def wants_to_resign(self, state: GameState) -> bool:
        return False


class LosingBot(RandomBot):
    """Gives up on its third move."""

    def wants_to_resign(self, state: GameState) -> bool:
        return state.plies >= 4


def begin(player: Player) -> Future[Finished]:
    """Lets somebody play on a thread that does not outlive the tests."""
    future: Future[Finished] = Future()

    def play() -> None:
        try:
            future.set_result(player.play())
        except Exception as error:  # raised where the result is asked for
            future.set_exception(error)

    threading.Thread(target=play, daemon=True).start()
    return future


class BotsTest(unittest.TestCase):
    """Whole games."""

    server: Server

    @classmethod
    def setUpClass(cls) -> None:
        # The server is on this machine, whatever stands before the rest of the world.
        os.environ["no_proxy"] = "127.0.0.1"
        cls.server = Server()
        cls.addClassCleanup(cls.server.close)

    def pair(self, instance: str, **wishes: Any) -> tuple[Client, Client, str]:
        """Two new guests, White first, and their game."""
        white, black = Client.guest(self.server.url, "Almaz"), Client.guest(self.server.url, "Bekele")
        seek = white.seek(instance, colour="white", private=True, **wishes)
        return white, black, black.accept_seek(seek["id"])["id"]

    def play(self, instance: str, white: Bot, black: Bot, meanwhile: Callable[[str], None] | None = None,
             **wishes: Any) -> tuple[Client, Finished]:
        """Plays a game to its end and checks what holds for every game."""
        one, other, game = self.pair(instance, **wishes)
        running = [begin(Player(one, game, white)), begin(Player(other, game, black))]
        if meanwhile is not None:
            meanwhile(game)
        first, second = (future.result(PATIENCE) for future in running)
        self.check_log(first, second)
        self.check_downloads(one, first)
        self.check_chance(one, first)
        print(f"  {instance}: {first.describe().splitlines()[0]} after {first.state.plies} moves", file=sys.stderr)
        return one, first

    def check_log(self, first: Finished, second: Finished) -> None:
        """Both have seen the same game from the first event to the last."""
        events = first.state.events
        self.assertEqual([event["seq"] for event in events], list(range(1, len(events) + 1)))
        self.assertEqual(events, second.state.events)
        self.assertEqual((events[0]["type"], events[-1]["type"]), ("start", "end"))
        self.assertEqual(first.result, second.result)
        self.assertEqual(first.result, events[-1]["data"]["result"])
        self.assertTrue(first.result["reason"])
        self.assertTrue(first.result["text"]["english"])
        self.assertEqual((first.wrong, second.wrong), ([], []))

    def check_downloads(self, client: Client, finished: Finished) -> None:
        """What is taken home is the game that was played."""
        game, events = finished.state.id, finished.state.events
        replay = client.replay(game)
        self.assertEqual([frame["seq"] for frame in replay["frames"]], [event["seq"] for event in events])
        self.assertEqual(replay["game"]["result"], finished.result)
        expected = PGN_RESULTS[finished.result["winner"]]
        self.assertEqual(client.pgn(game).split()[-1], expected)
        header, *entries = client.jsonl(game)
        self.assertEqual(header["ruleset"], finished.state.game["instance"])
        self.assertEqual([entry["seq"] for entry in entries], list(range(1, len(entries) + 1)))
        # The record has what was decided, so its last line is what ended the game.
        cause, last = events[-2], entries[-1]
        self.assertEqual(last["t"], cause["type"])
        self.assertEqual(last.get("mv"), cause["data"].get("move"))
        self.assertEqual(last.get("side"), None if cause["type"] == "move" else cause["data"].get("side"))
        # Played again by the rules alone, the record comes to the same result.
        with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
            file.write("\n".join(json.dumps(line) for line in [header, *entries]))
            file.flush()
            converted = self.server.run("convert", file.name, "--to", "pgn")
        self.assertEqual(converted.returncode, 0, converted.stderr)
        self.assertEqual(converted.stdout.split()[-1], expected)

    def check_chance(self, client: Client, finished: Finished) -> None:
        """The throws agree with the commitment, and a lie is found out."""
        throws = finished.throws
        if throws["commitment"] is None:
            self.assertEqual(throws["throws"] + throws["coins"], [])
            return
        self.assertEqual(check_throws(throws), [])
        verified = self.server.run("verify", f"{client.url}/game/{finished.state.id}")
        self.assertEqual(verified.returncode, 0, verified.stdout + verified.stderr)
        lie = {**throws, "server_seed": "00" * 32}
        self.assertNotEqual(check_throws(lie), [])
        for index in range(len(throws["throws"])):
            lie = copy.deepcopy(throws)
            lie["throws"][index]["face"] = lie["throws"][index]["face"] % throws["faces"] + 1
            self.assertEqual(len(check_throws(lie)), 1)

    # Every kind of game

    def test_senterej(self) -> None:
        _, finished = self.play("senterej", RandomBot("1", PACE), GreedyBot("2", PACE))
        self.assertIn("werera_ended", [event["type"] for event in finished.state.events])

    def test_senterej_in_batches(self) -> None:
        instance = "senterej[werera=batched]"
        _, finished = self.play(instance, GreedyBot("3", PACE), RandomBot("4", PACE))
        self.assertIn("batch_ended", [event["type"] for event in finished.state.events])

    def test_shatranj(self) -> None:
        time_control = {"kind": "fischer", "initial": 180, "increment": 2}
        _, finished = self.play("shatranj", RandomBot("5"), GreedyBot("6"), time_control=time_control)
        self.assertEqual(finished.state.game["time_control"], time_control)

    def test_mideast(self) -> None:
        self.play("mideast", GreedyBot("7"), RandomBot("8"))

    def test_oblong(self) -> None:
        self.play("oblong", RandomBot("9"), GreedyBot("10"))

    def test_oblong_with_the_die(self) -> None:
        _, finished = self.play("oblong-dice", GreedyBot("11"), RandomBot("12"))
        self.assertGreater(len(finished.throws["throws"]), 0)
        self.assertEqual(finished.throws["client_seed"].count("\n"), 1)
        without_one = copy.deepcopy(finished.throws)
        del without_one["throws"][0]
        self.assertNotEqual(check_throws(without_one), [])

    # What is agreed and what goes wrong

    def test_moves_are_taken_back_and_turns_agreed(self) -> None:
        _, finished = self.play("senterej", UndecidedBot("13", PACE), PeacefulBot("14", PACE))
        events = finished.state.events
        self.assertEqual([event["data"]["cause"] for event in events if event["type"] == "werera_ended"], ["agreed"])
        retracted = [event["data"]["seq"] for event in events if event["type"] == "retract"]
        placed = {event["seq"]: event["data"] for event in events if event["type"] == "place"}
        self.assertGreaterEqual(len(retracted), 2)
        self.assertTrue(all(placed[seq]["side"] == "white" for seq in retracted))

    def test_a_draw_is_agreed_by_two_who_want_it(self) -> None:
        _, finished = self.play("oblong", ShortBot("17"), ShortBot("18"))
        self.assertIsNone(finished.result["winner"])
        self.assertIn("draw_offer", [event["type"] for event in finished.state.events])
        self.assertEqual(finished.state.events[-2]["type"], "draw")

    def test_a_draw_is_declined_by_who_does_not_want_it(self) -> None:
        _, finished = self.play("shatranj", ShortBot("19"), GreedyBot("20"))
        declined = [event["data"] for event in finished.state.events if event["type"] == "decline"]
        self.assertIn({"side": "black", "offer": "draw"}, declined)

    def test_who_resigns_has_lost(self) -> None:
        _, finished = self.play("shatranj", LosingBot("21"), GreedyBot("22"))
        self.assertEqual((finished.result["winner"], finished.result["reason"]), ("black", "resignation"))

    def test_a_refused_intent_says_why(self) -> None:
        white, black, game = self.pair("shatranj")
        for client, move, code in [(white, "a1a8", "illegal"), (black, "e7e6", "not_your_turn")]:
            with self.assertRaises(RefusedError) as caught:
                client.act(game, 1, {"kind": "move", "move": move})
            self.assertEqual(caught.exception.code, code)
            self.assertTrue(caught.exception.reason)
        self.assertEqual(white.game(game)["seq"], 1)
        self.assertEqual(white.act(game, 1, {"kind": "move", "move": "e2e3"}), 2)

    def test_an_error_has_a_code_and_words(self) -> None:
        client = Client.guest(self.server.url, "Almaz")
        with self.assertRaises(ApiError) as caught:
            client.seek("shatrnj")
        error = caught.exception
        self.assertEqual((error.status, error.code), (404, "unknown_ruleset"))
        self.assertIn("shatranj", error.hint or "")

    def test_a_server_that_dies_is_waited_for(self) -> None:
        server = Server()
        self.addCleanup(server.close)
        address = re.sub(r"^http://|/$", "", server.url)
        ours, self.server = self.server, server
        self.addCleanup(setattr, self, "server", ours)

        def pull_the_plug(game: str) -> None:
            onlooker = Client.guest(server.url, "Sara")
            until = time.monotonic() + PATIENCE
            while onlooker.game(game)["seq"] < 10 and time.monotonic() < until:
                time.sleep(0.01)
            server.kill()
            time.sleep(0.3)
            server.start(address)

        self.play("mideast", RandomBot("23"), GreedyBot("24"), pull_the_plug)

    def test_the_programs_find_each_other(self) -> None:
        def start(program: str, *options: str) -> subprocess.Popen[str]:
            command = [sys.executable, str(HERE / program), self.server.url, *options, "--pace", str(PACE)]
            return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

        seeking = start("random_bot.py", "--seek", "oblong-dice", "--seed", "25", "--time", "3+2", "--name", "Almaz")
        accepting = start("greedy_bot.py", "--accept", "--seed", "26")
        told = [program.communicate(timeout=PATIENCE)[0] for program in (seeking, accepting)]
        self.assertEqual([seeking.returncode, accepting.returncode], [0, 0], told)
        results = [text.splitlines()[-2:] for text in told]
        self.assertEqual(results[0], results[1])
        self.assertRegex(results[0][1], r"checked [1-9]\d* throws .* all is as the server had committed to")


    def test_a_challenge_is_waited_for_and_played(self) -> None:
        command = [sys.executable, str(HERE / "random_bot.py"), self.server.url, "--wait", "shatranj", "--seed", "27"]
        waiting = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.addCleanup(waiting.kill)
        assert waiting.stdout is not None
        player = waiting.stdout.readline().rpartition(" ")[2].strip()
        client = Client.guest(self.server.url, "Almaz")
        declined = client.challenge(player, "oblong", colour="white")
        asked = client.challenge(player, "shatranj", colour="white")
        for message in client.stream():
            if message["type"] == "game_begun":
                break
        game = client.appointment(asked["id"])["game"]
        self.assertEqual(client.appointment(declined["id"])["phase"], "declined")
        finished = Player(client, game, GreedyBot("28")).play()
        told, _ = waiting.communicate(timeout=PATIENCE)
        self.assertEqual(waiting.returncode, 0, told)
        self.assertIn(finished.result["reason"], told)


class StreamTest(unittest.TestCase):
    """A server that leaves an event out of a stream."""

    def follow(self, streams: list[list[int]]) -> tuple[list[int], list[str]]:
        """The events a client yields from streams of these numbers, and the addresses it asked for."""
        asked: list[str] = []

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                asked.append(self.path)
                numbers = streams[min(len(asked), len(streams)) - 1]
                messages: list[Json] = [{"seq": seq, "at": seq, "type": "move", "data": {}} for seq in numbers]
                messages.append({"type": "view", "data": {"phase": "over", "seq": numbers[-1]}})
                self.send_response(200)
                self.end_headers()
                self.wfile.write("".join(json.dumps(message) + "\n" for message in messages).encode())

            def log_message(self, *_: object) -> None:
                pass

        with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            client = Client(f"http://127.0.0.1:{server.server_port}")
            try:
                return [message["seq"] for message in client.follow("game") if is_event(message)], asked
            finally:
                server.shutdown()

    def test_a_gap_is_read_again(self) -> None:
        seen, asked = self.follow([[1, 3, 4], [2, 3, 4]])
        self.assertEqual(seen, [1, 2, 3, 4])
        self.assertEqual([address.rpartition("=")[2] for address in asked], ["0", "1"])

    def test_a_gap_that_stays_is_an_error(self) -> None:
        with self.assertRaises(StreamGapError):
            self.follow([[2, 3]])


class ThrowsTest(unittest.TestCase):
    """Throws without a server."""

    def test_faces_are_those_of_the_published_vector(self) -> None:
        faces = [draw_face(bytes(range(32)), "white\nblack", number, 6) for number in range(1, 13)]
        self.assertEqual(faces, [5, 6, 3, 3, 1, 3, 5, 4, 5, 1, 3, 2])

    def test_every_lie_is_found(self) -> None:
        secret = random.Random(1).randbytes(32)
        honest = {
            "commitment": hashlib.sha256(secret).hexdigest(),
            "server_seed": secret.hex(),
            "client_seed": "a\nb",
            "faces": 6,
            "throws": [{"number": n, "face": draw_face(secret, "a\nb", n, 6), "seq": n} for n in range(1, 21)],
            "coins": [draw_face(secret, "coin", 1, 2)],
        }
        self.assertEqual(check_throws(honest), [])
        taken_back = copy.deepcopy(honest)
        taken_back["throws"][-1]["undone_by"] = 21
        taken_back["throws"].append({**honest["throws"][-1], "seq": 22})
        self.assertEqual(check_throws(taken_back), [])
        lies = [{"coins": [3 - honest["coins"][0]]}, {"commitment": "00" * 32}, {"throws": honest["throws"][1:]},
                {"client_seed": "a\nc"}]
        for lie in lies:
            with self.subTest(lie=lie):
                self.assertNotEqual(check_throws({**honest, **lie}), [])
        for missing in ("commitment", "server_seed"):
            with self.assertRaises(ValueError):
                check_throws({**honest, missing: None})


if __name__ == "__main__":
    unittest.main()
