"""Studies: games that are played to answer a question, as Parquet tables.

A study is a file that says which games are played; ``rukh lab`` plays it on one machine, `run` on as many as
there are. The files are the same, byte for byte, however they were made.

>>> import pathlib, tempfile, rukh.lab
>>> folder = tempfile.TemporaryDirectory()
>>> study = pathlib.Path(folder.name, "first.toml")
>>> _ = study.write_text('''
... id = "first"
... title = "A first study"
... question = "Does White score more in short games of Shatranj?"
... seed = 1
... keep = ["games"]
... games = 4
... part = 2
... max-plies = 20
... [opening]
... kind = "random"
... plies = 2
... [[rulesets]]
... id = "shatranj"
... [[players]]
... white = "rukh:nodes=20"
... ''')
>>> rukh.lab.run(study, pathlib.Path(folder.name, "out"), threads=1)
['games/c000-r0000.parquet', 'games/c000-r0001.parquet']

The tables are read by everything that reads Parquet, such as ``duckdb.read_parquet("out/games/*.parquet")``.
"""

import os
import pathlib
import sys
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import islice
from typing import Any, NamedTuple, Protocol

from rukh._rukh import StopFlag, StudyTally, part_name, plan_study, play_part
from rukh.errors import RukhError
from rukh.info import StudyPlan

if sys.platform != "win32":
    import fcntl

__all__ = ["Client", "plan", "run"]

#: Parts under way for each thread, so that no worker waits for its next one.
_AHEAD = 2


class Client(Protocol):
    """What `run` needs of a ``distributed.Client``."""

    def submit(self, func: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        """Has a function called by a worker."""

    def nthreads(self) -> Any:
        """The threads of each worker."""


def plan(study: str | os.PathLike[str]) -> StudyPlan:
    """What a study plays: its cells, each a ruleset with players, and how many rounds of games.

    Args:
        study: The study file.

    Raises:
        StudyError: Everything that is wrong with the file, each with its line.
        OSError: The file cannot be read.
    """
    path = pathlib.Path(study)
    return plan_study(path.read_text(encoding="utf-8"), path.name)


def run(
    study: str | os.PathLike[str],
    out: str | os.PathLike[str],
    *,
    client: Client | None = None,
    threads: int | None = None,
    on_part: Callable[[int, int], object] | None = None,
) -> list[str]:
    """Plays a study and writes its tables; what is there already is not played again.

    A part is the games of a round of a cell. With a client of Dask each part is a task; a few for each thread
    of the cluster are under way at a time, so the cluster may grow, shrink and lose workers. A task needs
    nothing but the text of the study, and hands back the bytes of its files, which are written here. Every
    worker needs the same version of `rukh`.

    Args:
        study: The study file.
        out: The folder of the tables, or where fsspec is installed an address of it, such as
            ``s3://bucket/study``. ``rukh lab run`` and ``rukh lab report`` read the same folder.
        client: A ``distributed.Client``; without it, parts are played here.
        threads: Threads here, if not one for each processor.
        on_part: Called with the cell and the round of each part that is written, in their order.

    Ctrl-C stops the games under way; what was written remains, and the next run goes on from there.

    Returns:
        The files with the games of all parts, from the folder.

    Raises:
        StudyError: Everything that is wrong with the study file, each with its line.
        RukhError: The folder has the games of another study, or a worker another version of `rukh`.
        OSError: A file cannot be read or written.
    """
    path = pathlib.Path(study)
    text = path.read_text(encoding="utf-8")
    found = plan_study(text, path.name)
    with _folder(os.fspath(out)) as folder:
        _claim(folder, found, text)
        if client is not None:
            pool = client
            return _run(text, found, folder, _Pool(client.submit, lambda: _AHEAD * _threads(pool), {}), on_part)
        count = threads or os.cpu_count() or 1
        flag = StopFlag()
        with ThreadPoolExecutor(count) as executor:
            try:
                here = _Pool(executor.submit, lambda: _AHEAD * count, {"stop": flag})
                return _run(text, found, folder, here, on_part)
            finally:
                # Threads hear no signals: without this, Ctrl-C would wait for the parts under way.
                flag.set()


class _Pool(NamedTuple):
    """Where parts are played: how to have one played, how many may be under way, and what else they need."""

    submit: Callable[..., Any]
    limit: Callable[[], int]
    extra: dict[str, object]


def _threads(client: Client) -> int:
    """The threads of a cluster; one while it has no workers yet."""
    return max(1, sum(int(threads) for threads in client.nthreads().values()))


def _play(text: str, found: StudyPlan, cell: int, round: int, **extra: StopFlag) -> dict[str, bytes]:
    """The files of a part: the task of a worker."""
    here = plan_study(text, "study.toml")
    if here != found:
        what = f"cell {cell}, round {round}"
        versions = (here["version"], found["version"])
        reason = "a worker has rukh {} with other laws or another engine than rukh {} here".format(*versions)
        raise RukhError(f"{what}: {reason}", reasons=[(what, reason)])
    return play_part(text, cell, round, **extra)


def _run(
    text: str,
    found: StudyPlan,
    folder: "_Folder",
    pool: _Pool,
    on_part: Callable[[int, int], object] | None,
) -> list[str]:
    tally = StudyTally(text)
    ended: set[int] = set()
    written: list[str] = []

    def parts() -> Iterator[tuple[int, int]]:
        """Rounds in their order, each of all cells that have not ended by then."""
        for round in range(found["rounds"]):
            for cell in range(len(found["cells"])):
                if cell not in ended:
                    yield cell, round

    def begin(cell: int, round: int) -> Any:
        """The games of a part that is there, or the future of its files."""
        games = folder.read(part_name(cell, round))
        if games is not None and tally.is_whole(cell, round, games):
            return games
        return pool.submit(_play, text, found, cell, round, **pool.extra)

    source = parts()
    waiting: deque[tuple[int, int, Any]] = deque()
    try:
        while True:
            for cell, round in islice(source, max(0, pool.limit() - len(waiting))):
                waiting.append((cell, round, begin(cell, round)))
            if not waiting:
                return sorted(written)
            # In the order in which they began, whichever is ready first: so the stop rule sees the games of
            # a cell as it would if they were played one after another.
            cell, round, part = waiting[0]
            if cell not in ended:
                name = part_name(cell, round)
                games = part if isinstance(part, bytes) else _write(folder, name, part.result())
                written.append(name)
                if on_part is not None and part is not games:
                    on_part(cell, round)
                if tally.add(cell, round, games):
                    ended.add(cell)
                    _drop_rest(folder, found, cell, round + 1)
            elif not isinstance(part, bytes):
                part.cancel()
            waiting.popleft()
    finally:
        for _, _, part in waiting:
            if not isinstance(part, bytes):
                part.cancel()


def _write(folder: "_Folder", name: str, files: dict[str, bytes]) -> bytes:
    """Writes the files of a part, that of its games last: where it is, the others are."""
    for other in files:
        if other != name:
            folder.write(other, files[other])
    folder.write(name, files[name])
    return files[name]


def _drop_rest(folder: "_Folder", found: StudyPlan, cell: int, first: int) -> None:
    """Removes the parts of a cell beyond its end, which a study had that asked for more."""
    for round in range(first, found["rounds"]):
        # That of games goes first: without it the part is not there.
        for table in found["tables"]:
            folder.remove(part_name(cell, round, table))


def _claim(folder: "_Folder", found: StudyPlan, text: str) -> None:
    """Puts the study file into its folder, unless another study is there."""
    known = folder.read("study.toml")
    if known == text.encode():
        return
    if known is not None:
        other = plan_study(known.decode(), "study.toml")
        if other["hash"] != found["hash"]:
            reason = (
                f"has the games of another study, `{other['id']}`, or of one whose games were others; "
                "choose an empty folder"
            )
            raise RukhError(f"{folder.name} {reason}", reasons=[(folder.name, reason)])
    folder.write("study.toml", text.encode())


class _Folder(Protocol):
    """A place for files, for as long as it is open."""

    name: str

    def read(self, name: str) -> bytes | None: ...
    def write(self, name: str, data: bytes) -> None: ...
    def remove(self, name: str) -> None: ...


@contextmanager
def _folder(out: str) -> Iterator[_Folder]:
    if "://" in out:
        yield _Address(out)
    else:
        directory = _Directory(out)
        with directory.locked():
            yield directory


class _Directory:
    """A local folder, in which a file is there whole or not at all."""

    def __init__(self, path: str) -> None:
        self.name = path

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Makes the folder and keeps other processes out, by the lock of ``rukh lab run``."""
        path = pathlib.Path(self.name)
        path.mkdir(parents=True, exist_ok=True)
        with open(path / "lock", "ab") as lock:
            try:
                if sys.platform != "win32":
                    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                reason = "another process plays there"
                raise RukhError(f"{self.name}: {reason}", reasons=[(self.name, reason)]) from error
            yield

    def read(self, name: str) -> bytes | None:
        try:
            return pathlib.Path(self.name, name).read_bytes()
        except FileNotFoundError:
            return None

    def write(self, name: str, data: bytes) -> None:
        path = pathlib.Path(self.name, name)
        path.parent.mkdir(exist_ok=True)
        part = path.with_name(f"{path.name}.part")
        part.write_bytes(data)
        os.replace(part, path)

    def remove(self, name: str) -> None:
        pathlib.Path(self.name, name).unlink(missing_ok=True)


class _Address:
    """A folder anywhere that fsspec reaches."""

    def __init__(self, address: str) -> None:
        try:
            from fsspec.core import url_to_fs  # type: ignore[import-untyped]
        except ImportError as error:
            reason = "an address needs fsspec: pip install rukh[lab]"
            raise RukhError(f"{address}: {reason}", reasons=[(address, reason)]) from error
        self.name = address
        self._system, self._root = url_to_fs(address)

    def read(self, name: str) -> bytes | None:
        try:
            return bytes(self._system.cat_file(f"{self._root}/{name}"))
        except FileNotFoundError:
            return None

    def write(self, name: str, data: bytes) -> None:
        path = f"{self._root}/{name}"
        self._system.makedirs(path.rpartition("/")[0], exist_ok=True)
        self._system.pipe_file(path, data)

    def remove(self, name: str) -> None:
        try:
            self._system.rm_file(f"{self._root}/{name}")
        except FileNotFoundError:
            pass
