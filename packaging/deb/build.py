#!/usr/bin/env python3
"""Makes a Debian package of a built `rukh`: packaging/deb/build.py BINARY DIRECTORY.

The program itself writes its manual pages and completions, so it must run on this machine.
"""

import argparse
import gzip
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

PACKAGING = pathlib.Path(__file__).resolve().parents[1]
ROOT = PACKAGING.parent
COMPLETIONS = {
    "bash": "usr/share/bash-completion/completions/rukh",
    "fish": "usr/share/fish/vendor_completions.d/rukh.fish",
    "zsh": "usr/share/zsh/vendor-completions/_rukh",
}
CONTROL = """\
Package: rukh
Version: {version}
Architecture: {architecture}
Maintainer: Rukh <packages@rukh.invalid>
Installed-Size: {size}
Depends: libc6 (>= {libc}), libgcc-s1
Section: games
Priority: optional
Homepage: {homepage}
Description: historic chess variants: play, analyse, serve
 Senterej with its werera, oblong chess with and without a die, Mideast chess
 and shatranj: an engine for UCI and XBoard, analysis, pictures, and a server
 with a web site for live games.
"""
COPYRIGHT = """\
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: rukh
Source: {homepage}

Files: *
Copyright: the authors of Rukh
License: GPL-3+
 On Debian systems the text of the licence is in /usr/share/common-licenses/GPL-3.
"""


def output(*command):
    """What a command prints."""
    return subprocess.run(command, check=True, capture_output=True).stdout


def compressed(text):
    """A text as gzip without a date, so that the same program gives the same package."""
    return gzip.compress(text, mtime=0)


class Tree:
    """The files of the package."""

    def __init__(self, root):
        self.root = root

    def add(self, path, content, mode=0o644):
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
        file.chmod(mode)

    def kilobytes(self):
        return sum(file.stat().st_size for file in self.root.rglob("*") if file.is_file()) // 1024


def oldest_libc(binary):
    """The oldest version of the C library that has all symbols of a program."""
    found = re.findall(rb"GLIBC_(\d+)\.(\d+)", binary.read_bytes())
    if not found:
        sys.exit(f"{binary} names no version of the GNU C library: build it for linux-gnu")
    return ".".join(map(str, max((int(major), int(minor)) for major, minor in found)))


def fill(tree, binary, version):
    """Puts the files of the package into a tree."""
    homepage = re.search(r'^repository = "(.*)"', (ROOT / "Cargo.toml").read_text(), re.M)[1]
    tree.add("usr/bin/rukh", binary.read_bytes(), 0o755)
    tree.add("usr/lib/systemd/system/rukh.service", (PACKAGING / "rukh.service").read_bytes())
    tree.add("etc/rukh/rukh.toml", (PACKAGING / "rukh.toml").read_bytes())
    tree.add("usr/share/doc/rukh/copyright", COPYRIGHT.format(homepage=homepage).encode())
    tree.add("usr/share/doc/rukh/changelog.gz", compressed((ROOT / "CHANGELOG.md").read_bytes()))
    for shell, path in COMPLETIONS.items():
        tree.add(path, output(binary, "completions", shell))
    with tempfile.TemporaryDirectory() as pages:
        output(binary, "man", "--dir", pages)
        for page in sorted(pathlib.Path(pages).iterdir()):
            tree.add(f"usr/share/man/man1/{page.name}.gz", compressed(page.read_bytes()))
    control = CONTROL.format(
        version=version,
        architecture=output("dpkg", "--print-architecture").decode().strip(),
        size=tree.kilobytes(),
        libc=oldest_libc(binary),
        homepage=homepage,
    )
    tree.add("DEBIAN/control", control.encode())
    tree.add("DEBIAN/conffiles", b"/etc/rukh/rukh.toml\n")
    for script in ["postinst", "prerm", "postrm"]:
        tree.add(f"DEBIAN/{script}", (PACKAGING / "deb" / script).read_bytes(), 0o755)


def build(binary, directory, version=None, level=9):
    """Makes the package; returns its path."""
    binary = pathlib.Path(binary).resolve()
    if not binary.is_file():
        sys.exit(f"{binary} does not exist: build it with `cargo build --release --package rukh`")
    version = version or output(binary, "--version").decode().split()[1]
    directory = pathlib.Path(directory)
    directory.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder) / "rukh"
        root.mkdir(mode=0o755)
        fill(Tree(root), binary, version)
        made = output("dpkg-deb", "--root-owner-group", "-Zxz", f"-z{level}", "--build", root, folder)
        package = next(pathlib.Path(folder).glob("*.deb"), None)
        if package is None:
            sys.exit(made.decode())
        return pathlib.Path(shutil.copy(package, directory))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("binary", help="the program, as of `cargo build --release`")
    parser.add_argument("directory", help="where the package is written")
    parser.add_argument("--version", help="version of the package [default: that of the program]")
    options = parser.parse_args()
    print(build(options.binary, options.directory, options.version))
