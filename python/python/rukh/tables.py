"""Endings solved exactly: tables of what every position of few pieces is worth.

>>> import rukh, rukh.tables
>>> board = rukh.Board("shatranj[bare=ignored]", "8/8/8/3k4/8/8/8/K6R w - - 0 1")
>>> ending = rukh.tables.probe(board)
>>> ending["value"], ending["moves"][0]["san"]
({'is': 'won', 'plies': 29}, 'Kb1')

Tables of up to three pieces are computed when they are first asked for; `build` writes larger ones
to files.
"""

import os
import pathlib
import tempfile
import warnings
from collections.abc import Callable
from typing import Any, Protocol

from rukh._rukh import Board, Ruleset, __version__, build_table, plan_tables, probe_tables
from rukh.errors import RukhError
from rukh.info import Ending, TableJob, TablePlan

__all__ = ["Client", "build", "probe"]


class Client(Protocol):
    """What `build` needs of a ``distributed.Client``."""

    def submit(self, func: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        """Has a function called by a worker, with the results of futures among its arguments."""


def probe(board: Board, *, directory: str | os.PathLike[str] | None = None) -> Ending:
    """What best play leads to: the value of a position and of each of its moves.

    Args:
        board: A board with few pieces.
        directory: Where files of tables are. Without it, tables of up to three pieces are known.

    Returns:
        The value for the side to move, None where no table has the position; the legal moves, the
        best first; and before a throw its faces, each with its value and its moves.

    >>> import rukh, rukh.tables
    >>> board = rukh.Board("oblong-dice", "2k1/4/4/4/4/4/4/4/4/4/4/4/4/4/4/RK2 w - - 0 1")
    >>> ending = rukh.tables.probe(board)
    >>> round(ending["value"]["points"], 6), [face["face"] for face in ending["faces"]]
    (0.988713, [1, 2, 3, 4, 5, 6])
    """
    return probe_tables(board, directory)


def build(
    ruleset: Ruleset | str,
    pieces: int = 3,
    *,
    material: str | None = None,
    directory: str | os.PathLike[str] | None = None,
    client: Client | None = None,
    threads: int = 1,
    memory: int = 4096,
    on_table: Callable[[str, pathlib.Path], object] | None = None,
) -> list[pathlib.Path]:
    """Builds tables of endings and writes each to its file; those that have files are left as they are.

    A table follows from the laws and from the tables of what its pieces may become by a capture or a
    promotion. With a client of Dask each table is a task that has these as its dependencies, so any
    number of machines share the work; they need no common directory. What a worker that dies has not
    handed on is computed again. The bytes are the same however a table is built.

    Args:
        ruleset: The ruleset.
        pieces: Tables of up to so many pieces, kings counted.
        material: The table of this material, such as ``KRvKN``, and those it needs, instead.
        directory: Where the files are written, if not in ``rukh/tables`` in the XDG data directory.
        client: A ``distributed.Client``; without it, tables are built one after another here.
        threads: Threads of each table.
        memory: Most memory of a table while it is built, in MiB.
        on_table: Called with the material and the path of each table that is built.

    Returns:
        The files of all these tables, those that were there already included.

    Raises:
        RukhError: The material is wrong or cannot have a table, or a file there is damaged.
        OSError: A file cannot be written.

    Warns:
        UserWarning: A table is left out, with the reason.

    >>> import rukh.tables, tempfile
    >>> with tempfile.TemporaryDirectory() as directory:
    ...     files = rukh.tables.build("shatranj", 2, directory=directory)
    ...     print([file.name[-7:] for file in files])
    ['KvK.rtb']
    """
    path = _default_directory() if directory is None else pathlib.Path(directory)
    path.mkdir(parents=True, exist_ok=True)
    plan = plan_tables(ruleset, pieces, material, path, memory << 20)
    for left_out, reason in plan["skipped"]:
        if material is not None:
            raise RukhError(f"{left_out}: {reason}", reasons=[(left_out, reason)])
        warnings.warn(f"{left_out} is left out: {reason}", stacklevel=2)

    def built(job: TableJob) -> None:
        if on_table is not None:
            on_table(job["material"], path / job["file"])

    if client is None:
        for job in plan["jobs"]:
            build_table(ruleset, job["material"], path, threads)
            built(job)
    else:
        _build_by(client, ruleset, plan, path, threads, built)
    return [path / file for file in plan["files"] if (path / file).exists()]


def _default_directory() -> pathlib.Path:
    data = pathlib.Path(os.environ.get("XDG_DATA_HOME", ""))
    return (data if data.is_absolute() else pathlib.Path.home() / ".local/share") / "rukh/tables"


def _table(
    ruleset: Ruleset | str, job: TableJob, threads: int, *smaller: tuple[str, bytes]
) -> tuple[str, bytes]:
    """The name and the bytes of a table, made of those of the tables it needs: the task of a worker."""
    with tempfile.TemporaryDirectory() as directory:
        for name, data in smaller:
            pathlib.Path(directory, name).write_bytes(data)
        build_table(ruleset, job["material"], directory, threads)
        return job["file"], pathlib.Path(directory, job["file"]).read_bytes()


def _build_by(
    client: Client,
    ruleset: Ruleset | str,
    plan: TablePlan,
    path: pathlib.Path,
    threads: int,
    built: Callable[[TableJob], None],
) -> None:
    from distributed import as_completed

    jobs = {job["file"]: job for job in plan["jobs"]}
    tables: dict[str, Any] = {}
    for file, job in jobs.items():
        smaller = [
            tables[name] if name in tables else (name, (path / name).read_bytes())
            for name in job["needs"]
        ]
        key = f"rukh-{__version__}-{file}"
        tables[file] = client.submit(_table, ruleset, job, threads, *smaller, key=key)
    done = as_completed(list(tables.values()))  # type: ignore[no-untyped-call]
    # The scheduler keeps what others need.
    tables.clear()
    for table in done:
        file, data = table.result()
        with tempfile.NamedTemporaryFile(dir=path, suffix=".part", delete=False) as part:
            part.write(data)
        os.replace(part.name, path / file)
        built(jobs[file])
