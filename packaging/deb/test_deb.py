"""The Debian package installed, used, upgraded, removed and purged.

All of it happens in a copy of this machine that is kept in memory: an overlay of `/`, which needs
root and Linux. `RUKH_BIN` is the program to pack.
"""

import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import tempfile
import time
import unittest
import urllib.request

from build import PACKAGING, build

BINARY = pathlib.Path(os.environ.get("RUKH_BIN", "target/release/rukh")).resolve()
APT = ["apt-get", "-qq", "-y", "--no-install-recommends", "-o", "Dpkg::Use-Pty=0", "-o", "Debug::NoLocking=1"]
PAGE = PACKAGING.parent / "docs/packages.md"


def example():
    """The lines that the page shows for an installed package."""
    return re.search(r"```sh\n(rukh rules.*?)```", PAGE.read_text(), re.DOTALL)[1].splitlines()


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Machine:
    """An overlay of this machine's files."""

    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="rukh-deb-"))
        self.root = self.folder / "root"
        run("mount", "-t", "tmpfs", "-o", "size=2g", "tmpfs", self.folder)
        for name in ["upper", "work", "root"]:
            (self.folder / name).mkdir()
        layers = f"lowerdir=/,upperdir={self.folder}/upper,workdir={self.folder}/work"
        run("mount", "-t", "overlay", "overlay", "-o", layers, self.root)
        for name in ["proc", "dev"]:
            run("mount", "--rbind", f"/{name}", self.root / name)
            run("mount", "--make-rslave", self.root / name)
        # The files of `/tmp` and `/run` may lie on other file systems; here they are empty.
        for name in ["tmp", "run"]:
            (self.root / name).mkdir(exist_ok=True)

    def close(self):
        for mounted in [self.root / "proc", self.root / "dev", self.root, self.folder]:
            subprocess.run(["umount", "--recursive", "--lazy", mounted], check=False)
        shutil.rmtree(self.folder, ignore_errors=True)

    def run(self, *command, check=True):
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C"}
        done = subprocess.run(
            ["chroot", self.root, *command], capture_output=True, text=True, check=False, env=environment
        )
        if check and done.returncode != 0:
            raise AssertionError(f"{command}: {done.stdout}{done.stderr}")
        return done.stdout

    def install(self, package):
        """Installs a package file as `apt install ./FILE` does."""
        shutil.copy(package, self.root / "tmp")
        self.run(*APT, "install", f"/tmp/{package.name}")

    def start(self):
        return Service(self)


class Service:
    """The server of a machine, started as its unit starts it."""

    def __init__(self, machine):
        unit = (machine.root / "usr/lib/systemd/system/rukh.service").read_text()
        command = next(line for line in unit.splitlines() if line.startswith("ExecStart="))
        self.port = free_port()
        environment = {
            "PATH": "/usr/bin:/bin",
            "RUKH_DATA_DIR": "/var/lib/rukh",
            "RUKH_BIND": f"127.0.0.1:{self.port}",
        }
        arguments = command.removeprefix("ExecStart=").split()
        self.process = subprocess.Popen(
            [shutil.which("chroot"), machine.root, *arguments], env=environment, stdout=subprocess.DEVNULL
        )
        for _ in range(200):
            try:
                self.request("/readyz")
                return
            except OSError:
                time.sleep(0.1)
        self.stop()
        raise AssertionError("the server does not start")

    def request(self, path, body=None, token=None):
        headers = {"content-type": "application/json"}
        if token:
            headers["authorization"] = f"Bearer {token}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data, headers)
        with urllib.request.urlopen(request, timeout=20) as answer:
            text = answer.read()
        return json.loads(text) if text.startswith(b"{") else text

    def stop(self):
        self.process.terminate()
        self.process.wait(20)


def run(*command):
    subprocess.run(command, check=True, capture_output=True)


@unittest.skipUnless(os.geteuid() == 0, "an overlay of the file system needs root")
class DebTest(unittest.TestCase):
    def setUp(self):
        self.machine = Machine()
        self.addCleanup(self.machine.close)

    def package(self, version=None):
        # Not compressed much: what is tested is not its size.
        return build(BINARY, self.machine.folder / "packages", version, level=0)

    def test_package_is_installed_upgraded_removed_and_purged(self):
        machine = self.machine
        machine.install(self.package())
        self.assertIn("rukh 0.", machine.run("rukh", "--version"))
        machine.run("sh", "-ec", "cd /tmp\n" + "\n".join(example()))
        self.assertTrue((machine.root / "tmp/board.svg").read_text().startswith("<svg "))
        for path in [
            "usr/share/man/man1/rukh-serve.1.gz",
            "usr/share/bash-completion/completions/rukh",
            "usr/share/doc/rukh/copyright",
            "etc/rukh/rukh.toml",
        ]:
            self.assertTrue((machine.root / path).is_file(), path)

        service = machine.start()
        self.addCleanup(lambda: service.stop())
        token = service.request("/api/v1/guests", {"name": "Almaz"})["token"]
        seat = {"kind": "human"}
        game = service.request(
            "/api/v1/games", {"instance": "shatranj", "white": seat, "black": seat}, token
        )["id"]
        service.stop()
        data = machine.root / "var/lib/rukh"
        self.assertEqual(data.stat().st_mode & 0o777, 0o700)

        settings = machine.root / "etc/rukh/rukh.toml"
        settings.write_text(settings.read_text() + "# an administrator's line\n")
        machine.install(self.package("99.0"))
        self.assertEqual(machine.run("dpkg-query", "-W", "-f", "${Version}", "rukh"), "99.0")
        self.assertIn("administrator", settings.read_text())
        service = machine.start()
        self.assertEqual(service.request(f"/api/v1/games/{game}")["game"]["id"], game)
        service.stop()

        machine.run(*APT, "remove", "rukh")
        self.assertFalse((machine.root / "usr/bin/rukh").exists())
        self.assertTrue((data / "games.sqlite").exists() and settings.exists())
        machine.run(*APT, "purge", "rukh")
        self.assertFalse(data.exists() or settings.exists())

    @unittest.skipUnless(shutil.which("systemd-analyze"), "systemd-analyze is not installed")
    def test_unit_is_valid(self):
        self.machine.install(self.package())
        unit = "/usr/lib/systemd/system/rukh.service"
        said = subprocess.run(
            ["chroot", self.machine.root, "systemd-analyze", "verify", "--man=no", unit],
            capture_output=True,
            text=True,
            check=False,
        )
        self.assertEqual((said.returncode, said.stderr), (0, ""))
        self.assertEqual((PACKAGING / "rukh.service").read_text(), (self.machine.root / unit[1:]).read_text())


if __name__ == "__main__":
    unittest.main()
