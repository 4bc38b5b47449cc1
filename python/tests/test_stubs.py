"""The type stubs say what the module has: names, signatures, types."""

import json
import pathlib
import subprocess
import sys
import typing
import unittest

import rukh
import rukh.info
from rukh import _rukh

ROOT = pathlib.Path(__file__).resolve().parents[2]


def run(*arguments):
    """Runs a module of Python that keeps its cache in the environment, not in this folder."""
    command = [sys.executable, "-m", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=sys.prefix)


class StubTest(unittest.TestCase):
    def test_stubs_equal_the_module(self):
        done = run("mypy.stubtest", "rukh", "--ignore-disjoint-bases")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_package_is_typed_throughout(self):
        done = run("mypy", "--strict", "-p", "rukh")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_events_and_annotations_are_typed(self):
        typed = pathlib.Path(__file__).with_name("typed.py")
        done = run("mypy", "--strict", str(typed))
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_types_of_events_have_the_keys_of_the_core(self):
        schema = json.loads((ROOT / "docs/wire.schema.json").read_text())["$defs"]["GameEvent"]
        core = {
            one["properties"]["t"]["const"]: (set(one["properties"]), set(one["required"]))
            for one in schema["oneOf"]
        }
        here = {}
        for kind in typing.get_args(rukh.info.GameEvent):
            hints = typing.get_type_hints(kind)
            (word,) = typing.get_args(hints.pop("t"))
            required = kind.__required_keys__ | {"t"}
            here[word] = ({*hints, "t"} - {"seq", "at"}, required)
        self.assertEqual(here, core)

    def test_terminations_equal_those_of_the_core(self):
        self.assertEqual(tuple(rukh.Termination), _rukh.TERMINATIONS)

    def test_python_files_name_all_they_export(self):
        for name in rukh.__all__:
            self.assertTrue(hasattr(rukh, name), name)


if __name__ == "__main__":
    unittest.main()
