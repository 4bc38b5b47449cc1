"""The client against a server of the tests' own, and against servers that misbehave.

They need the program: RUKH_BIN=/path/to/rukh.
"""

import contextlib
import importlib.util
import io
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import duckdb
import polars
import pyarrow.parquet
import rukh
import rukh.client
import rukh.pgn
from rukh.client import ApiError, Client, ClientError, RefusedError, UnreachableError, check_throws, is_event

ROOT = pathlib.Path(__file__).resolve().parents[2]
#: How long anything may take, in seconds.
PATIENCE = 60
FISCHER = {"kind": "fischer", "initial": 300, "increment": 2}


class Server:
    """A server with a directory of its own."""

    def __init__(self):
        self.directory = tempfile.TemporaryDirectory(prefix="rukh-client-")
        self.start("127.0.0.1:0")

    def start(self, bind):
        """Starts, and waits until it says where it listens."""
        options = ["serve", "--bind", bind, "--data-dir", self.directory.name, "--log", "error"]
        self.process = subprocess.Popen([os.environ["RUKH_BIN"], *options], stdout=subprocess.PIPE, text=True)
        self.url = self.process.stdout.readline().strip().rstrip("/")
        assert self.url.startswith("http://"), self.url

    def kill(self):
        self.process.kill()
        self.process.wait(PATIENCE)
        self.process.stdout.close()

    def close(self):
        self.kill()
        self.directory.cleanup()


def until(messages, kind):
    """The next message of a kind."""
    return next(message for message in messages if message["type"] == kind)


class ClientTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        # The server is on this machine, whatever stands before the rest of the world.
        os.environ["no_proxy"] = "127.0.0.1"
        cls.server = Server()
        cls.addClassCleanup(cls.server.close)

    def pair(self):
        return Client.guest(self.server.url, "Almaz"), Client.guest(self.server.url, "Bekele")

    def begin(self, white, black, instance="shatranj", time_control=None):
        seek = white.seek(instance, colour="white", private=True, time_control=time_control)
        return black.accept_seek(seek["id"])["id"]

    def test_token_is_the_guest(self):
        almaz, bekele = self.pair()
        again = Client(self.server.url + "/", almaz.token)
        self.assertEqual((again.me()["id"], again.me()["name"]), (almaz.me()["id"], "Almaz"))
        self.assertNotEqual(almaz.me()["id"], bekele.me()["id"])
        with self.assertRaises(ValueError):
            Client(self.server.url).me()
        with self.assertRaises(ApiError) as caught:
            Client(self.server.url, "v1.1.2.3").me()
        self.assertEqual((caught.exception.status, caught.exception.code), (401, "bad_token"))

    def test_game_is_sought_played_and_read(self):
        almaz, bekele = self.pair()
        seek = almaz.seek("shatranj", colour="white", time_control=FISCHER)
        self.assertIn(seek["id"], [one["id"] for one in bekele.seeks()])
        game = bekele.accept_seek(seek["id"])["id"]
        self.assertEqual(almaz.find_seek(seek["id"])["game"], game)
        self.assertEqual(almaz.game(game)["you"]["sides"], ["white"])
        followed = bekele.follow(game)
        self.assertEqual(until(followed, "hello")["game"]["id"], game)
        seen = almaz.act(game, 1, {"kind": "move", "move": "e2e3"})
        self.assertEqual(until(followed, "move")["data"]["move"], "e2e3")
        with self.assertRaises(RefusedError) as caught:
            almaz.act(game, seen, {"kind": "move", "move": "e3e4"})
        self.assertEqual((caught.exception.code, caught.exception.seq), ("not_your_turn", seen))
        self.assertTrue(caught.exception.reason)
        bekele.chat(game, "Hello")
        self.assertIn(game, [one["id"] for one in bekele.own_games()])
        bekele.act(game, seen, {"kind": "resign", "side": "black"})
        self.assertEqual([one["type"] for one in followed if is_event(one)][-1], "end")
        self.assertEqual(len(almaz.replay(game)["frames"]), len([one for one in almaz.follow(game) if is_event(one)]))
        (read,) = rukh.pgn.loads(almaz.pgn(game))
        self.assertEqual(read.headers["White"], "Almaz")
        self.assertEqual(almaz.jsonl(game)[0]["ruleset"], "shatranj")
        self.assertEqual(almaz.game_ratings(game), {"state": "unrated"})

    def test_stream_tells_of_challenges_and_games(self):
        almaz, bekele = self.pair()
        told = bekele.stream()
        self.assertEqual(next(told)["type"], "ready")
        whom = bekele.me()["id"]
        first = almaz.challenge(whom, "oblong", time_control=FISCHER)
        self.assertEqual(until(told, "challenge")["data"]["id"], first["id"])
        bekele.decline_appointment(first["id"])
        asked = almaz.challenge(whom, "shatranj", colour="white", time_control={"kind": "days", "days": 1})
        challenge = until(told, "challenge")
        self.assertEqual((challenge["data"]["id"], challenge["data"]["by"]["name"]), (asked["id"], "Almaz"))
        game = bekele.accept_appointment(asked["id"])["game"]
        self.assertEqual(until(told, "game_begun")["data"]["id"], game)
        almaz.act(game, 1, {"kind": "move", "move": "e2e3"})
        turn = until(told, "turn")
        self.assertEqual((turn["data"]["id"], turn["data"]["turn"]), (game, "black"))
        bekele.act(game, 2, {"kind": "resign", "side": "black"})
        ended = until(told, "game_ended")
        self.assertEqual(ended["data"]["result"]["winner"], "white")
        # Who comes back is told the rest.
        again = until(bekele.stream(after=turn["cursor"]), "game_ended")
        self.assertEqual(again["key"], ended["key"])

    def test_appointment_is_proposed_answered_and_called_off(self):
        almaz, bekele = self.pair()
        soon = int(time.time() * 1000) + 3_600_000
        odds = {"kind": "fischer", "initial": 60, "increment": 0}
        made = almaz.appoint(bekele.me()["id"], "shatranj", [soon], time_control=FISCHER, odds=odds)
        self.assertEqual(made["odds"], odds)
        other = bekele.propose_times(made["id"], [soon + 60_000])
        self.assertEqual((other["phase"], other["times"]), ("proposed", [soon + 60_000]))
        agreed = almaz.accept_appointment(made["id"], soon + 60_000)
        self.assertEqual((agreed["phase"], agreed["starts"]), ("agreed", soon + 60_000))
        self.assertEqual(bekele.appointments()[0]["id"], made["id"])
        self.assertEqual(bekele.cancel_appointment(made["id"])["phase"], "cancelled")
        self.assertEqual(almaz.appointment(made["id"])["phase"], "cancelled")

    def test_throws_of_a_game_with_the_die_are_proved(self):
        almaz = Client.guest(self.server.url, "Almaz")
        human = {"kind": "human"}
        game = almaz.create_game("oblong-dice", white=human, black=human)["id"]
        for side in ("white", "black"):
            almaz.act(game, 1, {"kind": "seed", "side": side, "seed": "salt"})
        with self.assertRaises(ValueError):
            check_throws(almaz.throws(game))
        almaz.act(game, almaz.game(game)["seq"], {"kind": "resign", "side": "white"})
        throws = almaz.throws(game)
        self.assertEqual((check_throws(throws), len(throws["throws"])), ([], 1))
        self.assertNotEqual(check_throws({**throws, "server_seed": "00" * 32}), [])

    def test_archive_is_searched_and_downloaded(self):
        almaz, bekele = self.pair()
        own = almaz.me()["id"]
        games = []
        for _ in range(2):
            seek = almaz.seek("mideast", colour="white")
            games.append(bekele.accept_seek(seek["id"])["id"])
            bekele.act(games[-1], 1, {"kind": "resign", "side": "black"})
        deadline = time.monotonic() + PATIENCE
        while len(found := list(almaz.search(player=own, result="won"))) < 2 and time.monotonic() < deadline:
            time.sleep(0.1)
        self.assertEqual({one["id"] for one in found}, set(games))
        self.assertEqual(list(almaz.search(player=own, result="lost")), [])
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "games.pgn"
            self.assertEqual(almaz.download(path, player=own), path.stat().st_size)
            self.assertEqual(path.read_text().count("[Event "), 2)
            self.assertEqual(os.listdir(folder), ["games.pgn"])

    def fetch_tables(self, folder):
        """Fetches the tables of the site and their card; the text of the card."""
        for name in ("games.parquet", "moves.parquet", "puzzles.parquet", "README.md"):
            with urllib.request.urlopen(f"{self.server.url}/downloads/{name}", timeout=PATIENCE) as answer:
                (folder / name).write_bytes(answer.read())
        return (folder / "README.md").read_text()

    def test_tables_are_what_their_card_says(self):
        almaz, bekele = self.pair()
        game = bekele.accept_seek(almaz.seek("shatranj", colour="white")["id"])["id"]
        seen = almaz.act(game, 1, {"kind": "move", "move": "e2e3"})
        bekele.act(game, seen, {"kind": "resign", "side": "black"})
        deadline = time.monotonic() + PATIENCE
        while game not in [one["id"] for one in almaz.search()] and time.monotonic() < deadline:
            time.sleep(0.1)
        listed = list(almaz.search())
        with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
            card = self.fetch_tables(pathlib.Path(folder))
            for table in ("games", "moves", "puzzles"):
                section = card.split(f"### `{table}`\n")[1].split("\n#")[0]
                described = re.findall(r"^\| `(\w+)` \| (\w+\??) \| .+ \|$", section, re.MULTILINE)
                schema = pyarrow.parquet.read_schema(f"{table}.parquet")
                found = [(field.name, f"{field.type}{'?' if field.nullable else ''}") for field in schema]
                self.assertEqual(described, found, table)
            games = polars.read_parquet("games.parquet")
            self.assertEqual(games["instance"].to_list(), [one["instance"] for one in listed])
            ours = games.row([one["id"] for one in listed].index(game), named=True)
            self.assertEqual((ours["white"], ours["black"], ours["reason"]), ("human", "human", "resignation"))
            moves = polars.read_parquet("moves.parquet").filter(polars.col("number") == ours["number"])
            self.assertEqual(moves.select("ply", "from", "to").rows(), [(0, "e2", "e3")])
            with urllib.request.urlopen(f"{self.server.url}/downloads/puzzles.jsonl", timeout=PATIENCE) as lines:
                puzzles = {one["id"]: one for one in map(json.loads, lines)}
            table = polars.read_parquet("puzzles.parquet")
            self.assertEqual(set(table["id"]), set(puzzles))
            for row in table.iter_rows(named=True):
                puzzle = puzzles[row["id"]]
                found = [row["fen"], row["solution"].split(), row["themes"].split(), row["cost"], row["origin"]]
                wanted = [*(puzzle[key] for key in ("fen", "moves", "themes", "cost")), puzzle["origin"]["from"]]
                self.assertEqual(found, wanted)
            self.check_examples(card)

    def check_examples(self, card):
        """The examples of the card run where its files are."""
        queries = re.findall(r"```sql\n(.*?)```", card, re.DOTALL)
        self.assertEqual(len(queries), 2)
        for query in queries:
            self.assertGreater(len(duckdb.sql(query).fetchall()), 0, query)
        (code,) = re.findall(r"```py\n(.*?)```", card, re.DOTALL)
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            exec(compile(code, "README.md", "exec"), {"__name__": "example"})
        self.assertIn("fen", printed.getvalue())

    def test_catalogue_ratings_events_and_analysis_are_read(self):
        client = Client.guest(self.server.url, "Almaz")
        self.assertIn("shatranj", [card["id"] for card in client.catalog()["rulesets"]])
        self.assertEqual(client.ruleset("senterej[saba=G]")["id"], "senterej")
        self.assertEqual(client.levels()["levels"][0]["level"], 1)
        self.assertEqual(client.rating_pools(), [])
        self.assertEqual(client.leaderboard("shatranj-live", of="bots")["leaders"], [])
        self.assertEqual(client.rating_history(client.me()["id"], "shatranj-live")["points"], [])
        self.assertEqual(client.events()["running"], [])
        with self.assertRaises(ApiError):
            client.join_event("nothing")
        lines = list(client.analyse("shatranj", rukh.Board("shatranj").fen()))
        self.assertEqual((lines[0]["type"], lines[-1]["type"]), ("limit", "end"))

    def test_error_says_what_is_wrong_and_what_would_be_right(self):
        client = Client.guest(self.server.url, "Almaz")
        with self.assertRaises(ApiError) as caught:
            client.seek("shatrnj")
        error = caught.exception
        self.assertEqual((error.status, error.code), (404, "unknown_ruleset"))
        self.assertIn("shatranj", error.hint)
        for url in ("rukh.example", "ftp://rukh.example", "https://rukh.example/?a=b", ""):
            with self.assertRaises(ValueError):
                Client(url)

    def test_server_that_is_killed_is_waited_for(self):
        server = Server()
        self.addCleanup(server.close)
        address = re.sub(r"^http://|/$", "", server.url)
        almaz, bekele = Client.guest(server.url, "Almaz"), Client.guest(server.url, "Bekele")
        game = self.begin(almaz, bekele)
        followed, told = almaz.follow(game), bekele.stream()
        until(followed, "start")
        until(told, "ready")
        server.kill()
        threading.Timer(0.5, server.start, [address]).start()
        self.assertEqual(almaz.act(game, 1, {"kind": "move", "move": "e2e3"}), 2)
        self.assertEqual(until(followed, "move")["seq"], 2)
        asked = almaz.challenge(bekele.me()["id"], "shatranj")
        self.assertEqual(until(told, "challenge")["data"]["id"], asked["id"])

    def test_examples_of_the_manual_run(self):
        blocks = re.findall(r"```py\n(.*?)```", (ROOT / "docs/python.md").read_text(), re.DOTALL)
        self.assertGreaterEqual(len(blocks), 2)
        for block in blocks:
            self.assertIn("https://rukh.example", block)
            code = block.replace("https://rukh.example", self.server.url)
            with tempfile.TemporaryDirectory() as folder:
                done = subprocess.run(
                    [sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, timeout=PATIENCE
                )
            self.assertEqual(done.returncode, 0, block + done.stderr)

    def test_types_are_those_of_the_schema(self):
        path = ROOT / "python/wire_types.py"
        spec = importlib.util.spec_from_file_location("wire_types", path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        self.assertEqual(module.TARGET.read_text(), module.generated(), "run `python3 python/wire_types.py`")


class MisbehavingTest(unittest.TestCase):
    """Servers that break off, ask for patience, or lead elsewhere."""

    def serve(self, answer):
        """A server whose answers a function gives: status, headers, body; and the requests that it got."""
        requests = []

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                requests.append((self.path, self.headers.get("authorization")))
                status, headers, body = answer(self.path, len(requests))
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body.encode())

            do_POST = do_GET

            def log_message(self, *_):
                pass

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        return f"http://127.0.0.1:{server.server_port}", requests

    def test_stream_goes_on_with_its_cursor_and_repeats_nothing(self):
        def line(key, cursor):
            return json.dumps({"type": "ready", "key": key, "cursor": cursor}) + "\n"

        answers = [line("a", 5) + "\n" + line("b", 7) + '{"cut', line("b", 7) + line("c", 9)]
        url, requests = self.serve(lambda _, number: (200, {}, answers[min(number, 2) - 1]))
        told = Client(url, "token").stream(after=1)
        self.assertEqual([next(told)["key"] for _ in range(3)], ["a", "b", "c"])
        self.assertEqual([path.rpartition("=")[2] for path, _ in requests], ["1", "7"])

    def test_redirect_is_not_followed_and_takes_no_token_away(self):
        other, stolen = self.serve(lambda *_: (200, {}, "{}"))
        url, _ = self.serve(lambda *_: (302, {"location": other}, ""))
        with self.assertRaises(ApiError) as caught:
            Client(url, "secret").catalog()
        self.assertEqual((caught.exception.status, stolen), (302, []))

    def test_server_that_asks_for_patience_gets_it(self):
        busy = json.dumps({"error": {"code": "too_fast", "message": {"english": "Too fast."}}})
        url, requests = self.serve(lambda _, n: (429, {"retry-after": "1"}, busy) if n == 1 else (200, {}, "{}"))
        began = time.monotonic()
        self.assertEqual(Client(url).catalog(), {})
        self.assertGreaterEqual(time.monotonic() - began, 1)
        # What must not be sent twice is not.
        url, requests = self.serve(lambda *_: (429, {"retry-after": "7"}, busy))
        with self.assertRaises(ApiError) as caught:
            Client(url).seek("shatranj")
        self.assertEqual((caught.exception.code, caught.exception.retry_after, len(requests)), ("too_fast", 7.0, 1))

    def test_answer_that_is_no_json_is_an_error(self):
        url, _ = self.serve(lambda *_: (200, {}, "<html>"))
        with self.assertRaises(ClientError):
            Client(url).catalog()
        with self.assertRaises(UnreachableError):
            Client("http://127.0.0.1:9", timeout=1).seek("shatranj")


if __name__ == "__main__":
    unittest.main()
