"""The HTTP interface does what its own OpenAPI says: requests that are right and wrong, made up by schemathesis.

    RUKH_BIN=/path/to/rukh python3 -m unittest test_api

The seed is fixed (RUKH_API_SEED is another), so a failure comes again; what the last run printed says how to repeat
one request. A server that no longer answers fails the test soon, with what it was asked.
"""

import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import urllib.error
import urllib.request
from pathlib import Path

HERE = Path(__file__).resolve().parent
# Requests made up for each address, beside those that go to the bounds of each parameter.
EXAMPLES = os.environ.get("RUKH_API_EXAMPLES", "10")
SEED = os.environ.get("RUKH_API_SEED", "1")
# Seconds for all requests at ten examples: ten times what they take.
LONGEST = 120 * int(EXAMPLES)
# Seconds for the start of the server, and for its end.
START, END = 120, 60
CHECKS = [
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_schema_conformance",
    "negative_data_rejection",
]


class ApiTest(unittest.TestCase):
    def setUp(self) -> None:
        self.directory = tempfile.TemporaryDirectory(prefix="rukh-api-")
        self.addCleanup(self.directory.cleanup)
        options = ["serve", "--bind", "127.0.0.1:0", "--data-dir", self.directory.name, "--log", "error", "--passwords"]
        self.server = subprocess.Popen([os.environ["RUKH_BIN"], *options], stdout=subprocess.PIPE, text=True)
        self.addCleanup(self.stop)
        self.cookie = ""
        # A line is waited for without end otherwise.
        starting = threading.Timer(START, self.server.kill)
        starting.start()
        self.url = self.server.stdout.readline().strip().rstrip("/")
        starting.cancel()
        self.assertTrue(self.url.startswith("http://"), self.url)

    def stop(self) -> None:
        self.server.terminate()
        try:
            self.server.wait(END)
        finally:
            # One that is left has the output of this test, whose end others may wait for.
            self.server.kill()
            self.server.wait()
            self.server.stdout.close()

    def under_way(self) -> str:
        """What the server does: the works that run and wait, and the threads, each with its state."""
        try:
            with urllib.request.urlopen(f"{self.url}/metrics", timeout=10) as answer:
                lines = answer.read().decode().splitlines()
        except OSError as error:
            lines = [f"rukh: no metrics: {error}"]
        works = [line for line in lines if line.startswith("rukh") and not line.endswith(" 0")]
        threads = []
        for path in Path(f"/proc/{self.server.pid}/task").glob("*/stat"):
            # A thread may end meanwhile.
            with contextlib.suppress(OSError):
                stat = path.read_text()
                threads.append(stat[stat.index("(") : stat.rindex(")") + 3])
        return "\n".join([*works, *sorted(threads)])

    def post(self, path: str, body: dict) -> dict:
        """The answer to a request of one person."""
        headers = {"Content-Type": "application/json", "Cookie": self.cookie}
        request = urllib.request.Request(f"{self.url}/api/v1/{path}", json.dumps(body).encode(), headers)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                self.cookie = (answer.headers["Set-Cookie"] or self.cookie).split(";")[0]
                return json.load(answer)
        except urllib.error.HTTPError as error:
            self.fail(f"{path}: {error.read().decode()}")

    def test_interface_is_as_its_openapi_says(self) -> None:
        account = {"name": "Almaz", "password": "correct horse battery"}
        self.post("account", account)
        clock = {"kind": "fischer", "initial": 300, "increment": 3}
        seats = {"white": {"kind": "human"}, "black": {"kind": "human"}}
        event = {"name": "Tonight", "instance": "shatranj", "time_control": clock}
        event |= {"format": {"kind": "arena", "minutes": 60}, "starts": int(time.time() + 3600) * 1000}
        known = {
            "url": self.url,
            "games": self.post("games", {"instance": "shatranj", **seats})["id"],
            "seeks": self.post("seeks", {"instance": "senterej"})["id"],
            "events": self.post("events", event)["id"],
        }
        schemathesis = Path(sys.executable).with_name("st")
        command = [
            schemathesis,
            "run",
            f"{self.url}/api/v1/openapi.json",
            *("--checks", ",".join(CHECKS), "--phases", "coverage,fuzzing", "--max-examples", EXAMPLES),
            *("--seed", SEED, "--no-color", "--max-failures", "10"),
            # A stream of a game does not end.
            *("--exclude-path-regex", "/stream$", "--workers", "2", "--request-timeout", "30", "--suppress-health-check", "all"),
        ]
        environment = os.environ | {"SCHEMATHESIS_HOOKS": "hooks", "PYTHONPATH": str(HERE), "RUKH_API": json.dumps(known)}
        # What it says is in the file also when it is killed.
        environment["PYTHONUNBUFFERED"] = "1"
        output = Path(self.directory.name) / "output.txt"
        with output.open("w") as out:
            run = subprocess.Popen(command, cwd=self.directory.name, env=environment, stdout=out, stderr=subprocess.STDOUT)
        self.addCleanup(run.wait)
        self.addCleanup(run.kill)
        try:
            status = run.wait(LONGEST)
        except subprocess.TimeoutExpired:
            status = f"not over within {LONGEST} s\n{self.under_way()}"
            # It says what it has found so far.
            run.send_signal(signal.SIGINT)
            with contextlib.suppress(subprocess.TimeoutExpired):
                run.wait(END)
        self.assertEqual(status, 0, output.read_text())
        self.assertIsNone(self.server.poll(), "the server goes on")
        print(output.read_text()[-1500:])
