"""Tables of endings: built here and by a cluster, and probed."""

import os
import pathlib
import signal
import tempfile
import unittest

import rukh
import rukh.tables
from distributed import Client, LocalCluster

ROOK = "8/8/8/3k4/8/8/8/K6R w - - 0 1"


def contents(directory):
    """The bytes of all files of a directory, by name."""
    return {path.name: path.read_bytes() for path in pathlib.Path(directory).iterdir()}


class TableTest(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = pathlib.Path(directory.name)

    def test_probe_values_every_move_of_three_pieces(self):
        board = rukh.Board("shatranj[bare=ignored]", ROOK)
        ending = rukh.tables.probe(board)
        self.assertEqual(ending["value"], {"is": "won", "plies": 29})
        self.assertEqual(len(ending["moves"]), board.legal_moves.count())
        self.assertIsNone(rukh.tables.probe(rukh.Board("shatranj"))["value"])

    def test_build_goes_on_where_it_was_and_says_what_it_builds(self):
        built = []

        def build():
            return rukh.tables.build(
                "shatranj",
                material="KFvK",
                directory=self.directory,
                on_table=lambda *table: built.append(table),
            )

        files = build()
        self.assertEqual([material for material, _ in built], ["KvK", "KFvK"])
        self.assertEqual(files, [path for _, path in built])
        files[1].unlink()
        self.assertEqual(build(), files)
        self.assertEqual([material for material, _ in built], ["KvK", "KFvK", "KFvK"])
        files[0].write_bytes(b"nothing")
        with self.assertRaisesRegex(rukh.RukhError, "KvK.rtb: "):
            build()

    def test_build_refuses_materials_that_are_none(self):
        for material, reason in [("KXvK", "KXvK"), ("KvRR", "one k on each side")]:
            with self.assertRaisesRegex(rukh.RukhError, reason):
                rukh.tables.build("shatranj", material=material, directory=self.directory)

    def test_build_warns_of_what_is_left_out(self):
        with self.assertWarnsRegex(UserWarning, "KvK is left out: it needs about"):
            self.assertEqual(rukh.tables.build("senterej", 2, directory=self.directory, memory=0), [])

    def test_cluster_that_loses_a_worker_writes_the_same_bytes(self):
        alone, together = self.directory / "alone", self.directory / "together"
        rukh.tables.build("senterej", directory=alone)
        built = []
        with (
            LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
            Client(cluster) as client,
        ):
            pids = client.run(os.getpid)

            def kill(*_):
                """Kills the worker that holds the table that is there."""
                if not built:
                    holders = [who for key, who in client.who_has().items() if key.endswith("-KvK.rtb")]
                    os.kill(pids[holders[0][0]], signal.SIGKILL)
                built.append(len(list(together.iterdir())))

            rukh.tables.build("senterej", directory=together, client=client, on_table=kill)
            self.assertNotEqual(client.run(os.getpid), pids)
        self.assertEqual(built[0], 1)
        self.assertEqual(contents(together), contents(alone))


if __name__ == "__main__":
    unittest.main()
