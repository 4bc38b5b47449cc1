"""Studies: the same files from one thread, many threads, a cluster that loses a worker, and after a kill."""

import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import duckdb
import fsspec
import pandas
import polars
import pyarrow.parquet
import rukh
import rukh.lab
from distributed import Client, LocalCluster
from rukh._rukh import part_name, play_part

ROOT = pathlib.Path(__file__).resolve().parents[2]

STUDY = """id = "test"
title = "A test"
question = "Are the files the same?"
seed = 7
keep = ["games", "moves", "positions"]
games = 8
part = 2
max-plies = 60
[opening]
kind = "random"
plies = 4
[[rulesets]]
id = "oblong-dice"
options.pass = ["free", "forced"]
[[players]]
white = "rukh:nodes=300,tables=off"
black = "rukh:nodes=100,tables=off"
"""

#: The same with more and shorter games of equal players. With the rule, each cell ends after one of three rounds.
LONG = (
    STUDY.replace("games = 8", "games = 90")
    .replace("part = 2", "part = 30")
    .replace("max-plies = 60", "max-plies = 6")
    .replace("nodes=100", "nodes=300")
)
STOP = '[stop]\nmeasure = "plies-mean"\nwidth = 50\n'

#: Runs a study in a process of its own.
#: Plays a study, slowly enough to be stopped before its end.
PROGRAM = """import sys, time, rukh.lab
rukh.lab.run(sys.argv[1], sys.argv[2], threads=1, on_part=lambda *part: time.sleep(0.2))"""


def contents(folder):
    """The bytes of all files of a folder but its lock, by their names in it."""
    files = [path for path in pathlib.Path(folder).rglob("*") if path.is_file() and path.name != "lock"]
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


class LabTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        directory = tempfile.TemporaryDirectory()
        cls.addClassCleanup(directory.cleanup)
        cls.directory = pathlib.Path(directory.name)
        cls.study = cls.directory / "test.toml"
        cls.study.write_text(STUDY)
        cls.alone = cls.directory / "alone"
        cls.files = rukh.lab.run(cls.study, cls.alone, threads=1)

    def write(self, text):
        path = self.directory / f"{self._testMethodName}.toml"
        path.write_text(text)
        return path

    def out(self, name=""):
        return self.directory / f"{self._testMethodName}{name}"

    def test_plan_has_a_cell_for_each_choice(self):
        plan = rukh.lab.plan(self.study)
        self.assertEqual([cell["instance"] for cell in plan["cells"]], ["oblong-dice", "oblong-dice[pass=forced]"])
        self.assertEqual([cell["options"]["pass"] for cell in plan["cells"]], ["free", "forced"])
        self.assertEqual((plan["rounds"], plan["games"]), (4, 8))
        self.assertEqual(len(self.files), 8)
        tables = {pathlib.PurePath(name).parts[0] for name in contents(self.alone)} - {"study.toml"}
        self.assertEqual(tables, set(plan["tables"]))

    def test_every_study_of_the_tree_has_a_plan(self):
        plans = [rukh.lab.plan(path) for path in sorted((ROOT / "studies").glob("*.toml"))]
        self.assertGreaterEqual(len(plans), 10)
        self.assertTrue(all(len(plan["cells"]) > 0 for plan in plans))

    def test_study_with_slips_is_refused_with_all_of_them(self):
        slips = STUDY.replace("seed = 7", "sead = 7").replace('"forced"]', '"never"]').replace("nodes=100", "tc=1")
        with self.assertRaises(rukh.StudyError) as caught:
            rukh.lab.run(self.write(slips), self.out())
        lines = {int(re.search(r":(\d+)", place).group(1)) for place, _ in caught.exception.reasons}
        wrong = {number for number, line in enumerate(slips.splitlines(), 1) if line not in STUDY.splitlines()}
        self.assertEqual(len(wrong), 3)
        self.assertLessEqual(wrong, lines)
        self.assertFalse(self.out().exists())

    def test_part_that_a_study_does_not_have_is_refused(self):
        for cell, round in [(2, 0), (0, 4)]:
            with self.assertRaisesRegex(rukh.RukhError, f"no part {part_name(cell, round)[6:16]}"):
                play_part(STUDY, cell, round)

    def test_threads_write_the_same_bytes(self):
        told = []
        rukh.lab.run(self.study, self.out(), threads=3, on_part=lambda *part: told.append(part))
        self.assertEqual(contents(self.out()), contents(self.alone))
        self.assertEqual(told, [(cell, round) for round in range(4) for cell in range(2)])

    def test_program_writes_the_same_bytes(self):
        command = [os.environ["RUKH_BIN"], "lab", "run", self.study, "--out", self.out(), "--threads", "2", "--quiet"]
        subprocess.run(command, check=True, capture_output=True)
        self.assertEqual(contents(self.out()), contents(self.alone))

    def test_address_has_the_same_bytes(self):
        rukh.lab.run(self.study, "memory://lab-test", threads=2)
        system = fsspec.filesystem("memory")
        found = {path.removeprefix("/lab-test/"): system.cat_file(path) for path in system.find("/lab-test")}
        self.assertEqual(found, contents(self.alone))
        told = []
        rukh.lab.run(self.study, "memory://lab-test", on_part=lambda *part: told.append(part))
        self.assertEqual(told, [], "nothing is played again")

    def test_address_of_a_local_folder_is_that_folder(self):
        rukh.lab.run(self.study, f"file://{self.out()}", threads=2)
        self.assertEqual(contents(self.out()), contents(self.alone))
        self.assertTrue((self.out() / "lock").exists(), "other processes are kept out")

    def test_fewer_games_are_a_part_of_those_that_are_there(self):
        fewer = self.write(STUDY.replace("games = 8", "games = 4"))
        for out in (str(self.out()), "memory://lab-fewer"):
            self.assertEqual(len(rukh.lab.run(self.study, out)), 8)
            self.assertEqual(len(rukh.lab.run(fewer, out)), 4)
        names = {name for name in contents(self.out()) if name.endswith(".parquet")}
        self.assertEqual(len(names), 4 * 3)
        system = fsspec.filesystem("memory")
        found = {path.removeprefix("/lab-fewer/") for path in system.find("/lab-fewer")}
        self.assertEqual(found, names | {"study.toml"})

    def test_study_file_is_kept_to_the_byte(self):
        crlf = self.out(".toml")
        crlf.write_bytes(STUDY.replace("\n", "\r\n").encode())
        rukh.lab.run(crlf, self.out())
        self.assertEqual((self.out() / "study.toml").read_bytes(), crlf.read_bytes())
        crlf.write_bytes(b"id = \"\xff\"")
        with self.assertRaisesRegex(rukh.StudyError, "byte 6 is not UTF-8"):
            rukh.lab.plan(crlf)

    def test_error_of_a_part_says_which(self):
        other = self.write(STUDY.replace("seed = 7", "seed = 8"))
        rukh.lab.run(self.study, self.out())
        rukh.lab.run(other, self.out("-other"))
        name = part_name(1, 2)
        (self.out() / name).write_bytes((self.out("-other") / name).read_bytes())
        with self.assertRaisesRegex(rukh.RukhError, "games of other settings") as caught:
            rukh.lab.run(self.study, self.out())
        self.assertEqual(caught.exception.__notes__, [f"at cell 1, round 2 of {self.out()}"])

    def test_threads_that_cannot_be_are_refused(self):
        with self.assertRaisesRegex(rukh.RukhError, "threads: at least 1"):
            rukh.lab.run(self.study, self.out(), threads=0)
        self.assertFalse(self.out().exists())

    def test_cell_ends_after_the_round_that_is_enough(self):
        study, more = self.write(LONG + STOP), self.directory / "more.toml"
        first = rukh.lab.run(study, self.out("1"), threads=1)
        self.assertEqual(first, ["games/c000-r0000.parquet", "games/c001-r0000.parquet"])
        alone = contents(self.out("1"))
        rukh.lab.run(study, self.out("4"), threads=4)
        self.assertEqual(contents(self.out("4")), alone)
        more.write_text(LONG)
        self.assertEqual(len(rukh.lab.run(more, self.out("1"))), 6)
        self.assertEqual(rukh.lab.run(study, self.out("1")), first)
        self.assertEqual(contents(self.out("1")), alone, "what is beyond the end goes")

    def test_part_without_all_its_games_is_played_again(self):
        out = self.out()
        fewer = self.write(LONG.replace("games = 90", "games = 40"))
        self.assertEqual(len(rukh.lab.run(fewer, out)), 4)
        told = []
        fewer.write_text(LONG)
        rukh.lab.run(fewer, out, on_part=lambda *part: told.append(part))
        self.assertEqual(told, [(0, 1), (1, 1), (0, 2), (1, 2)])
        (out / self.files[0]).write_bytes(b"PAR1")
        rukh.lab.run(fewer, out, on_part=lambda *part: told.append(part))
        self.assertEqual(told[4:], [(0, 0)], "a damaged file is no part")

    def test_folder_in_which_another_process_plays_is_refused(self):
        slow = self.write(STUDY.replace("nodes=300", "nodes=200000"))
        process = subprocess.Popen([sys.executable, "-c", PROGRAM, slow, self.out()], stderr=subprocess.DEVNULL)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        deadline = time.monotonic() + 60
        while not (self.out() / "study.toml").exists() and time.monotonic() < deadline:
            time.sleep(0.01)
        with self.assertRaisesRegex(rukh.RukhError, "another process plays there"):
            rukh.lab.run(slow, self.out())

    def test_cluster_that_loses_a_worker_writes_the_same_bytes(self):
        with (
            LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
            Client(cluster) as client,
        ):
            pids = client.run(os.getpid)
            told = []

            def kill(*part):
                """Kills a worker, one that is playing a part where there is one."""
                if not told:
                    busy = [worker for worker, tasks in client.processing().items() if tasks]
                    os.kill(pids[[*busy, *pids][0]], signal.SIGKILL)
                told.append(part)

            rukh.lab.run(self.study, self.out(), client=client, on_part=kill)
            self.assertNotEqual(client.run(os.getpid), pids)
        self.assertEqual(len(told), 8)
        self.assertEqual(contents(self.out()), contents(self.alone))

    def test_cluster_without_workers_is_not_waited_for_for_ever(self):
        with (
            LocalCluster(n_workers=0, threads_per_worker=1, dashboard_address=None) as cluster,
            Client(cluster) as client,
        ):
            with self.assertRaisesRegex(rukh.RukhError, "no workers for 0.5 seconds") as caught:
                rukh.lab.run(self.study, self.out(), client=client, patience=0.5)
            self.assertEqual(caught.exception.__notes__, [f"at cell 0, round 0 of {self.out()}"])
            with self.assertRaisesRegex(rukh.RukhError, "threads of its own"):
                rukh.lab.run(self.study, self.out(), client=client, threads=2)
            cluster.scale(1)
            rukh.lab.run(self.study, self.out(), client=client)
        self.assertEqual(contents(self.out()), contents(self.alone))

    def test_run_goes_on_after_a_kill_and_after_ctrl_c(self):
        for sign in (signal.SIGKILL, signal.SIGINT):
            out = self.out(sign.name)
            process = subprocess.Popen([sys.executable, "-c", PROGRAM, self.study, out], stderr=subprocess.DEVNULL)
            first = out / self.files[0]
            deadline = time.monotonic() + 60
            while not first.exists() and process.poll() is None and time.monotonic() < deadline:
                time.sleep(0.005)
            process.send_signal(sign)
            self.assertNotEqual(process.wait(timeout=60), 0, "it was stopped before its end")
            written, told = first.stat().st_mtime_ns, []
            rukh.lab.run(self.study, out, on_part=lambda *part: told.append(part))
            self.assertEqual(first.stat().st_mtime_ns, written, "what is there stays")
            self.assertLess(len(told), 8)
            self.assertEqual(contents(out), contents(self.alone))

    def test_folder_of_another_study_is_refused(self):
        with self.assertRaisesRegex(rukh.RukhError, "another study, `test`.*choose an empty folder"):
            rukh.lab.run(self.write(STUDY.replace("seed = 7", "seed = 8")), self.alone)
        retold = self.write(STUDY.replace('"A test"', '"Another title"'))
        told = []
        rukh.lab.run(retold, self.alone, on_part=lambda *part: told.append(part))
        self.assertEqual(told, [], "a title decides no game")
        rukh.lab.run(self.study, self.alone)

    def test_all_readers_read_the_same_rows(self):
        for table in ("games", "moves", "positions"):
            pattern = f"{self.alone}/{table}/*.parquet"
            order = ["cell", "number", *([] if table == "games" else ["ply"])]
            arrow = pyarrow.parquet.read_table(self.alone / table)
            rows = arrow.sort_by([(key, "ascending") for key in order]).to_pylist()
            self.assertGreater(len(rows), 15)
            ducks = duckdb.sql(f"select * from read_parquet('{pattern}') order by {', '.join(order)}")
            self.assertEqual([dict(zip(ducks.columns, row)) for row in ducks.fetchall()], rows)
            bears = polars.read_parquet(pattern).sort(order)
            self.assertEqual(bears.rows(named=True), rows)
            frame = pandas.read_parquet(self.alone / table, dtype_backend="pyarrow").sort_values(order)
            found = [[None if value is pandas.NA else value for value in row] for row in frame.itertuples(index=False)]
            self.assertEqual([dict(zip(frame.columns, row)) for row in found], rows)

    def test_games_of_a_cluster_share_opening_and_throws(self):
        games = polars.read_parquet(f"{self.alone}/games/*.parquet")
        self.assertEqual(games["number"].unique().sort().to_list(), list(range(8)))
        for (_, cluster), rows in games.group_by("cell", "cluster"):
            self.assertEqual(len(rows), 2, f"colours are reversed in cluster {cluster}")
            self.assertEqual(rows["opening"].n_unique(), 1)
            self.assertEqual(sorted(rows["white"]), ["rukh:nodes=100,tables=off", "rukh:nodes=300,tables=off"])

    def test_queries_of_the_page_run(self):
        page = (ROOT / "docs/laboratory.md").read_text()
        queries = re.findall(r"```sql\n(.*?)```", page, re.DOTALL)
        self.assertEqual(len(queries), 2)
        for query in queries:
            here = re.sub(r"'[\w-]+/(games|moves)/\*\.parquet'", rf"'{self.alone}/\1/*.parquet'", query)
            self.assertNotEqual(here, query)
            # The few games of the test are short, and cut off.
            here = here.replace("games >= 20", "games >= 1").replace("result <> '*'", "true")
            self.assertGreater(len(duckdb.sql(here).fetchall()), 0)

    def test_columns_of_the_page_are_those_of_the_files(self):
        page = (ROOT / "docs/laboratory.md").read_text()
        for table in ("games", "moves", "positions"):
            section = page.split(f"### `{table}`\n")[1].split("\n#")[0]
            described = re.findall(r"^\| `(\w+)` \| (\w+\??) \| .+ \|$", section, re.MULTILINE)
            schema = pyarrow.parquet.read_schema(self.alone / self.files[0].replace("games", table))
            found = [(field.name, f"{field.type}{'?' if field.nullable else ''}") for field in schema]
            self.assertEqual(described, found, table)


if __name__ == "__main__":
    unittest.main()
