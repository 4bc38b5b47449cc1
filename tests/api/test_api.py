"""The HTTP interface does what its own OpenAPI says: requests that are right and wrong, made up by schemathesis.

    RUKH_BIN=/path/to/rukh python3 -m unittest test_api

The seed is fixed (RUKH_API_SEED is another), so a failure comes again; what the last run printed says how to repeat
one request. A server that no longer answers fails the test soon, with what it was asked.
"""

import json
import os
import subprocess
import sys
import tempfile
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
        self.url = self.server.stdout.readline().strip().rstrip("/")
        self.assertTrue(self.url.startswith("http://"), self.url)

    def stop(self) -> None:
        self.server.terminate()
        self.server.wait(60)
        self.server.stdout.close()

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
        output = Path(self.directory.name) / "output.txt"
        with output.open("w") as out:
            run = subprocess.Popen(command, cwd=self.directory.name, env=environment, stdout=out, stderr=subprocess.STDOUT)
        self.addCleanup(run.kill)
        try:
            status = run.wait(LONGEST)
        except subprocess.TimeoutExpired:
            status = f"not over within {LONGEST} s"
        self.assertEqual(status, 0, output.read_text())
        self.assertIsNone(self.server.poll(), "the server goes on")
        print(output.read_text()[-1500:])
