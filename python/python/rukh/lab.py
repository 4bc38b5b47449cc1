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
import re
import sys
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from itertools import islice
from time import monotonic
from typing import Any, NamedTuple, Protocol

from rukh._rukh import StopFlag, StudyTally, part_name, plan_study, play_part
from rukh.errors import RukhError, StudyError
from rukh.info import StudyPlan

if sys.platform != "win32":
    import fcntl

__all__ = ["Client", "plan", "run"]

#: Parts under way for each thread, so that no worker waits for its next one.
_AHEAD = 2
#: Seconds between two looks at whether a cluster has workers.
_LOOK = 10.0
#: The name of the file of a part, with its cell and round.
_PART = re.compile(r"c(\d+)-r(\d+)\.parquet")


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
    text, name = _read(study)
    return plan_study(text, name)


def _read(study: str | os.PathLike[str]) -> tuple[str, str]:
    """The text of a study file as it is, ends of lines too, and its name."""
    path = pathlib.Path(study)
    try:
        return path.read_bytes().decode(), path.name
    except UnicodeDecodeError as error:
        reason = f"byte {error.start} is not UTF-8"
        raise StudyError(f"{path}: {reason}", reasons=[(str(path), reason)]) from error


def run(
    study: str | os.PathLike[str],
    out: str | os.PathLike[str],
    *,
    client: Client | None = None,
    threads: int | None = None,
    patience: float | None = 3600.0,
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
        threads: Threads here, if not one for each processor; not with a client.
        patience: With a client, the seconds for which the cluster may be without any worker until the run
            gives up; None waits for ever.
        on_part: Called with the cell and the round of each part that is written, in their order.

    Ctrl-C stops the games under way, on a cluster when their parts are played; what was written remains, and
    the next run goes on from there. An error of a part has a note that says which.

    Returns:
        The files with the games of all parts, from the folder.

    Raises:
        StudyError: Everything that is wrong with the study file, each with its line.
        RukhError: The folder has the games of another study, a worker another version of `rukh`, or the cluster
            no workers.
        OSError: A file cannot be read or written.
        distributed.KilledWorker: Workers died again and again while they played a part.
    """
    if threads is not None and (threads < 1 or client is not None):
        reason = "at least 1" if client is None else "a client has threads of its own; leave it out"
        raise RukhError(f"threads: {reason}", reasons=[("threads", reason)])
    text, name = _read(study)
    found = plan_study(text, name)
    with _folder(os.fspath(out)) as folder:
        _claim(folder, found, text)
        if client is not None:
            return _run(text, found, folder, _cluster(client, patience), on_part)
        count = threads or os.cpu_count() or 1
        flag = StopFlag()
        with ThreadPoolExecutor(count) as executor:
            try:
                here = _Pool(executor.submit, lambda: _AHEAD * count, lambda part: part.result(), {"stop": flag})
                return _run(text, found, folder, here, on_part)
            finally:
                # Threads hear no signals: without this, Ctrl-C would wait for the parts under way.
                flag.set()


class _Pool(NamedTuple):
    """Where parts are played: how to have one played, how many may be under way, how to get the files of one,
    and what else they need."""

    submit: Callable[..., Any]
    limit: Callable[[], int]
    files: Callable[[Any], dict[str, bytes]]
    extra: dict[str, object]


def _cluster(client: Client, patience: float | None) -> _Pool:
    """A cluster, whose threads may become more and fewer."""

    def threads() -> int:
        return sum(int(threads) for threads in client.nthreads().values())

    def files(part: Any) -> dict[str, bytes]:
        look = _LOOK if patience is None else min(_LOOK, patience)
        alone: float | None = None
        while True:
            try:
                return dict(part.result(timeout=look))
            except TimeoutError:
                # It may have ended since, or be on its way here.
                if part.done():
                    return dict(part.result())
            if threads() > 0:
                alone = None
            elif alone is None:
                alone = monotonic()
            elif patience is not None and monotonic() - alone >= patience:
                reason = f"the cluster has had no workers for {patience:g} seconds"
                raise RukhError(reason, reasons=[("client", reason)])

    # Parts of two runs are not the same task, of which one might be cancelled.
    submit = partial(client.submit, pure=False)
    return _Pool(submit, lambda: _AHEAD * max(1, threads()), files, {})


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
        with _noted(folder, cell, round):
            games = folder.read(part_name(cell, round))
            if games is not None and tally.is_whole(cell, round, games):
                return games
            return pool.submit(_play, text, found, cell, round, **pool.extra)

    def end(cell: int, round: int, part: Any) -> None:
        """Writes the files of a part that are not there, and counts its games."""
        name = part_name(cell, round)
        games = part if isinstance(part, bytes) else _write(folder, name, pool.files(part))
        written.append(name)
        if on_part is not None and part is not games:
            on_part(cell, round)
        if tally.add(cell, round, games):
            ended.add(cell)
            _drop_rest(folder, found, cell, round + 1)

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
                with _noted(folder, cell, round):
                    end(cell, round, part)
            elif not isinstance(part, bytes):
                part.cancel()
            waiting.popleft()
    finally:
        for _, _, part in waiting:
            if not isinstance(part, bytes):
                part.cancel()


@contextmanager
def _noted(folder: "_Folder", cell: int, round: int) -> Iterator[None]:
    """Notes on errors which part they are of."""
    try:
        yield
    except Exception as error:
        error.add_note(f"at cell {cell}, round {round} of {folder.name}")
        raise


def _write(folder: "_Folder", name: str, files: dict[str, bytes]) -> bytes:
    """Writes the files of a part, that of its games last: where it is, the others are."""
    for other in files:
        if other != name:
            folder.write(other, files[other])
    folder.write(name, files[name])
    return files[name]


def _drop_rest(folder: "_Folder", found: StudyPlan, cell: int, first: int) -> None:
    """Removes the parts of a cell beyond its end, which a study had that asked for more."""
    # Those of games go first: without its games a part is not there.
    for table in found["tables"]:
        for name in folder.names(table):
            part = _PART.fullmatch(name)
            if part and int(part[1]) == cell and int(part[2]) >= first:
                folder.remove(f"{table}/{name}")


def _claim(folder: "_Folder", found: StudyPlan, text: str) -> None:
    """Puts the study file into its folder, unless another study is there."""
    known = folder.read("study.toml")
    if known == text.encode():
        return
    if known is not None:
        other = plan_study(known.decode(errors="replace"), f"{folder.name}/study.toml")
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
    def names(self, table: str) -> list[str]: ...


@contextmanager
def _folder(out: str) -> Iterator[_Folder]:
    if "://" in out:
        address = _Address(out)
        if not address.is_local:
            yield address
            return
        out = address.root
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

    def names(self, table: str) -> list[str]:
        return sorted(path.name for path in pathlib.Path(self.name, table).glob("*.parquet"))


class _Address:
    """A folder anywhere that fsspec reaches. There a file may be written in part: one of games is then not whole,
    and those beside it were written before it, or are written again."""

    def __init__(self, address: str) -> None:
        try:
            from fsspec.core import url_to_fs  # type: ignore[import-untyped]
            from fsspec.implementations.local import LocalFileSystem  # type: ignore[import-untyped]
        except ImportError as error:
            reason = "an address needs fsspec: pip install rukh[lab]"
            raise RukhError(f"{address}: {reason}", reasons=[(address, reason)]) from error
        self.name = address
        self._system, root = url_to_fs(address)
        self.root: str = root
        self.is_local = isinstance(self._system, LocalFileSystem)

    def read(self, name: str) -> bytes | None:
        try:
            return bytes(self._system.cat_file(f"{self.root}/{name}"))
        except FileNotFoundError:
            return None

    def write(self, name: str, data: bytes) -> None:
        path = f"{self.root}/{name}"
        self._system.makedirs(path.rpartition("/")[0], exist_ok=True)
        self._system.pipe_file(path, data)

    def remove(self, name: str) -> None:
        try:
            self._system.rm_file(f"{self.root}/{name}")
        except FileNotFoundError:
            pass

    def names(self, table: str) -> list[str]:
        # What was written since it was last asked is there too.
        self._system.invalidate_cache()
        try:
            paths = self._system.ls(f"{self.root}/{table}", detail=False)
        except FileNotFoundError:
            return []
        return sorted(path.rpartition("/")[2] for path in paths)
