"""The type stubs say what the module has: names, signatures, types."""

import subprocess
import sys
import unittest

import rukh
from rukh import _rukh


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

    def test_terminations_equal_those_of_the_core(self):
        self.assertEqual(tuple(rukh.Termination), _rukh.TERMINATIONS)

    def test_python_files_name_all_they_export(self):
        for name in rukh.__all__:
            self.assertTrue(hasattr(rukh, name), name)


if __name__ == "__main__":
    unittest.main()
