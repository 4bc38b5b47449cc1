"""Tests of scripts/setup with fake tools: nothing is installed."""

import os
import pty
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

SETUP = Path(__file__).with_name("setup")
REAL_TOOLS = ["bash", "chmod", "dirname", "env", "grep", "head", "sed", "sort", "true"]
FAKE_TOOLS = {
    "cargo": "echo cargo 1.95.0",
    "cc": "true",
    "flock": "true",
    "id": "echo 0",
    "node": "echo v22.12.0",
    "npm": "true",
    "python3": "true",
    # Installs Chromium, if that is among the packages.
    "apt-get": 'echo "apt-get $*" >>"$LOG"; case "$*" in *chromium*) : >"$RUKH_CHROMIUM"; chmod +x "$RUKH_CHROMIUM" ;; esac',
}


class Setup(unittest.TestCase):
    def setUp(self):
        self.directory = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.tools = self.directory / "bin"
        self.tools.mkdir()
        for name in REAL_TOOLS:
            (self.tools / name).symlink_to(shutil.which(name))
        for name, script in FAKE_TOOLS.items():
            self.fake(name, script)
        self.chromium = self.directory / "chromium"
        self.log = self.directory / "log"

    def fake(self, name, script):
        tool = self.tools / name
        tool.write_text(f"#!/bin/sh\n{script}\n")
        tool.chmod(0o755)

    def environment(self, **more):
        return {"PATH": str(self.tools), "LOG": str(self.log), "RUKH_CHROMIUM": str(self.chromium), **more}

    def run_setup(self, purpose, **more):
        command = [str(self.tools / "bash"), str(SETUP), purpose]
        return subprocess.run(command, env=self.environment(**more), stdin=subprocess.DEVNULL, capture_output=True, text=True)

    def run_at_terminal(self, answer):
        ours, theirs = pty.openpty()
        os.write(ours, answer.encode())
        command = [str(self.tools / "bash"), str(SETUP), "test"]
        status = subprocess.run(command, env=self.environment(), stdin=theirs, stdout=theirs, stderr=theirs).returncode
        said = os.read(ours, 10_000).decode()
        os.close(ours)
        os.close(theirs)
        return status, said

    def installed(self):
        return self.log.read_text() if self.log.exists() else ""

    def test_nothing_missing_installs_nothing(self):
        self.chromium.symlink_to(self.tools / "true")
        done = self.run_setup("test")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
        self.assertEqual(self.installed(), "")

    def test_run_needs_no_browser(self):
        self.assertEqual(self.run_setup("run").returncode, 0)
        self.assertEqual(self.installed(), "")

    def test_root_without_terminal_installs_without_asking(self):
        done = self.run_setup("test", CI="1")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("install -y -qq --no-install-recommends chromium", self.installed())

    def test_ci_adds_the_build_without_a_window_and_can_do_without(self):
        browser = {"RUKH_CHROMIUM": "", "RUKH_HEADLESS_SHELL": str(self.directory / "shell")}
        self.assertEqual(self.run_setup("test", **browser).returncode, 0)
        self.assertEqual(self.installed(), "")
        self.assertEqual(self.run_setup("test", CI="1", **browser).returncode, 0)
        self.assertIn("--no-install-recommends chromium-headless-shell", self.installed())
        self.fake("apt-get", "exit 100")
        done = self.run_setup("test", CI="1", **browser)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("chromium-headless-shell cannot be installed", done.stderr)
        self.fake("apt-get", 'echo unwanted >"$LOG"')
        (self.directory / "shell").symlink_to(self.tools / "true")
        self.assertEqual(self.run_setup("test", CI="1", **browser).returncode, 0)
        self.assertNotIn("unwanted", self.installed())

    def test_user_with_passwordless_sudo_installs(self):
        self.fake("id", "echo 1000")
        self.fake("sudo", '[ "$1" != -n ] || shift; exec "$@"')
        self.assertEqual(self.run_setup("test").returncode, 0)
        self.assertIn("chromium", self.installed())

    def test_user_without_sudo_reads_the_command(self):
        self.fake("id", "echo 1000")
        done = self.run_setup("test")
        self.assertEqual(done.returncode, 1)
        self.assertIn("sudo apt-get update && sudo apt-get install --no-install-recommends chromium\n", done.stderr)
        self.assertEqual(self.installed(), "")

    def test_user_whose_sudo_asks_reads_the_command(self):
        self.fake("id", "echo 1000")
        self.fake("sudo", "exit 1")
        self.assertEqual(self.run_setup("test").returncode, 1)
        self.assertEqual(self.installed(), "")

    def test_system_without_apt_get_reads_the_command(self):
        (self.tools / "apt-get").unlink()
        done = self.run_setup("test")
        self.assertEqual(done.returncode, 1)
        self.assertIn("these Debian packages: chromium", done.stderr)

    def test_terminal_asks_and_installs_on_yes(self):
        status, said = self.run_at_terminal("y\n")
        self.assertIn("Install chromium with apt-get? [Y/n]", said)
        self.assertEqual(status, 0, said)
        self.assertIn("chromium", self.installed())

    def test_terminal_installs_nothing_on_no(self):
        status, said = self.run_at_terminal("n\n")
        self.assertEqual(status, 1)
        self.assertIn("sudo apt-get install", said)
        self.assertEqual(self.installed(), "")

    def test_python_without_environments_installs_them(self):
        self.chromium.symlink_to(self.tools / "true")
        # Such as Debian's: the modules are there once their package is.
        self.fake("python3", '[ -e "$LOG" ] && grep -q python3-venv "$LOG"')
        done = self.run_setup("test")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("install -y -qq --no-install-recommends python3-venv", self.installed())
        self.assertEqual(self.run_setup("run").returncode, 0)

    def test_failed_installation_is_reported(self):
        self.fake("apt-get", "true")
        done = self.run_setup("test")
        self.assertEqual(done.returncode, 1)
        self.assertIn("apt-get did not install what rukh needs: chromium", done.stderr)

    def test_old_toolchains_are_reported_together(self):
        self.fake("cargo", "echo cargo 1.63.0")
        self.fake("node", "echo v18.19.0")
        done = self.run_setup("run")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"Rust 1\.95 or later \(found: 1\.63\.0\)")
        self.assertRegex(done.stderr, r"Node 20 to 24 with npm \(found: 18\.19\.0\)")

    def test_missing_clippy_is_added_by_rustup(self):
        self.fake("cargo", '[ "$1" != clippy ] && echo cargo 1.95.0')
        self.fake("rustup", 'echo "rustup $*" >>"$LOG"')
        self.run_setup("test")
        self.assertIn("rustup component add clippy\n", self.installed())

    def test_unknown_purpose_is_an_error(self):
        done = self.run_setup("fly")
        self.assertEqual((done.returncode, done.stderr), (2, "usage: scripts/setup run|test\n"))


if __name__ == "__main__":
    unittest.main()
