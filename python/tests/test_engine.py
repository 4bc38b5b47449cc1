"""The engine: searches, levels, dice, analysis, matches, and Ctrl-C."""

import os
import pathlib
import signal
import tempfile
import threading
import time
import unittest
import warnings

import rukh
import rukh.bulk
import rukh.match
from rukh.engine import Engine, Limit

BARE = "7k/8/6K1/8/8/8/8/R6r w - - 0 1"


class SearchTest(unittest.TestCase):
    def test_analyse_gives_a_dict_or_a_list(self):
        engine, board = Engine(hash_mb=1), rukh.Board("shatranj")
        info = engine.analyse(board, Limit(depth=4))
        self.assertEqual((info["depth"], info["multipv"]), (4, 1))
        self.assertIn(info["pv"][0], board.legal_moves)
        lines = engine.analyse(board, Limit(depth=4), multipv=3)
        self.assertEqual([line["multipv"] for line in lines], [1, 2, 3])
        scores = [line["score"].cp for line in lines]
        self.assertEqual(scores, sorted(scores, reverse=True))
        only = board.parse_uci("a2a3")
        info = engine.analyse(board, Limit(depth=3), root_moves=[only])
        self.assertEqual(info["pv"][0], only)

    def test_same_nodes_give_the_same_result(self):
        board = rukh.Board("mideast")

        def found():
            info = Engine(hash_mb=1).analyse(board, Limit(nodes=5_000))
            return info["score"], info["pv"], info["nodes"]

        self.assertEqual(found(), found())

    def test_score_has_sides_and_shares(self):
        score = Engine(hash_mb=1).analyse(rukh.Board("shatranj", BARE), Limit(depth=3))["score"]
        self.assertEqual((score.plies, score.mate, score.cp, score.turn), (1, 1, None, rukh.WHITE))
        self.assertEqual((score.expected, score.wdl()), (1.0, (1000, 0, 0)))
        black = score.black()
        self.assertEqual((black.mate, black.expected, black.wdl()), (-1, 0.0, (0, 0, 1000)))
        self.assertEqual((black.white(), score.pov(rukh.WHITE)), (score, score))

    def test_play_takes_the_best_move_and_levels_err_by_seed(self):
        engine, board = Engine(hash_mb=1), rukh.Board("shatranj", BARE)
        self.assertEqual(engine.play(board, Limit(nodes=500)).move.uci(), "a1h1")
        start = rukh.Board("shatranj")
        chosen = {str(engine.play(start, Limit(time=5), level=1, seed=seed).move) for seed in range(1, 20)}
        self.assertGreater(len(chosen), 3)
        first = engine.play(start, Limit(depth=9), level=1, seed=5)
        self.assertEqual(first.move, engine.play(start, Limit(depth=9), level=1, seed=5).move)

    def test_engine_changes_rulesets_and_threads(self):
        engine = Engine(threads=2, hash_mb=2)
        for ruleset in ["shatranj", "oblong", "shatranj"]:
            board = rukh.Board(ruleset)
            self.assertIn(engine.play(board, Limit(depth=3)).move, board.legal_moves)
        self.assertEqual((engine.threads, engine.hash_mb), (2, 2))
        engine.clear()
        self.assertIsInstance(engine.evaluate(board), int)

    def test_time_limit_is_kept(self):
        since = time.monotonic()
        Engine(hash_mb=1).analyse(rukh.Board("mideast"), Limit(time=0.1))
        self.assertLess(time.monotonic() - since, 5)

    def test_wrong_requests_are_refused(self):
        engine, board = Engine(hash_mb=1), rukh.Board("shatranj")
        over = rukh.Board("shatranj", BARE)
        over.push_uci("a1h1")
        for wrong in [
            lambda: Engine(threads=0),
            lambda: Engine(hash_mb=1 << 30),
            lambda: engine.analyse(board, Limit(depth=1), multipv=0),
            lambda: engine.analyse(board, Limit(depth=1), root_moves=[]),
            lambda: engine.analyse(board, Limit(depth=1), root_moves=[rukh.Board("oblong").parse_uci("a5a6")]),
            lambda: engine.analyse(over, Limit(depth=1)),
            lambda: engine.play(over, Limit(depth=1)),
            lambda: engine.play(rukh.Board("senterej"), Limit(depth=1)),
            lambda: engine.play(rukh.Board("oblong-dice"), Limit(depth=1)),
            lambda: engine.play(board, Limit(depth=1), level=9),
            lambda: engine.act(board, rukh.WHITE),
            lambda: engine.faces(board, Limit(depth=1)),
            lambda: engine.analyse_game(board, Limit(depth=1, nodes=1)),
        ]:
            with self.assertRaises(rukh.EngineError) as caught:
                wrong()
            self.assertTrue(caught.exception.reason)
        for wrong in [{}, {"depth": 0}, {"nodes": 0}, {"time": 0}, {"time": -1}, {"time": float("nan")}]:
            self.assertRaises(ValueError, Limit, **wrong)

    def test_werera_is_played_by_events(self):
        engine, board = Engine(hash_mb=1), rukh.Board("senterej")
        acted = 0
        for turn in range(6):
            event = engine.act(board, turn % 2 == 0, level=1, seed=turn)
            if event is not None:
                board.push_event(event)
                acted += 1
        self.assertEqual(len(board.events), acted)
        self.assertGreater(acted, 2)


class DieTest(unittest.TestCase):
    def test_expectation_is_the_mean_of_the_faces(self):
        engine, board = Engine(hash_mb=1), rukh.Board("oblong-dice")
        info = engine.analyse(board, Limit(depth=1))
        self.assertEqual((info["pv"], info["score"].cp), ([], None))
        faces = engine.faces(board, Limit(depth=1))
        self.assertEqual(sorted(faces), [1, 2, 3, 4, 5, 6])
        mean = sum(face["expected"] for face in faces.values()) / 6
        self.assertAlmostEqual(info["score"].chance, mean, places=3)

    def test_luck_of_throws_adds_up(self):
        board = rukh.Board("oblong-dice")
        for face in [1, 3, 2, 1]:
            board.push_throw(face)
            board.push(next(iter(board.legal_moves)))
        analysis = Engine(hash_mb=1).analyse_game(board, Limit(depth=1))
        self.assertEqual(len(analysis["moves"]), 4)
        for one in analysis["moves"]:
            faces = one["throw"]["faces"]
            mean = sum(face["expected"] for face in faces.values()) / len(faces)
            luck = faces[one["throw"]["face"]]["expected"] - mean
            self.assertAlmostEqual(one["throw"]["luck"], luck)
        luck = sum(one["throw"]["luck"] for one in analysis["moves"] if one["color"] == rukh.WHITE)
        self.assertAlmostEqual(analysis["white"]["luck"], luck)
        balance = analysis["balance"]
        self.assertAlmostEqual(balance["luck"], luck - analysis["black"]["luck"])
        parts = balance["luck"] + balance["skill"] + balance["remainder"]
        self.assertAlmostEqual(parts, balance["result"])

    def test_blunder_is_found(self):
        board = rukh.Board("shatranj", "r3k3/8/8/8/8/8/4P3/R3K3 w - - 0 1")
        for uci in ["a1a7", "a8a7"]:
            board.push_uci(uci)
        analysis = Engine(hash_mb=1).analyse_game(board, Limit(nodes=2_000), multipv=2)
        first = analysis["moves"][0]
        self.assertEqual((first["grade"], first["best"].uci(), first["san"]), ("blunder", "a1a8", "Ra7"))
        self.assertEqual(len(first["lines"]), 2)
        self.assertEqual(analysis["white"]["blunders"], 1)


class MatchTest(unittest.TestCase):
    def test_match_counts_its_games(self):
        seen = []
        result = rukh.match.play(
            "shatranj",
            "rukh:nodes=400,hash=1,name=more",
            "rukh:nodes=20,hash=1",
            games=4,
            sprt=(0, 10),
            on_pair=lambda standing, first, second: seen.append((standing.pairs, first, second)),
        )
        self.assertEqual(result.names, ("more", "Rukh"))
        self.assertEqual(result.wins + result.draws + result.losses, 4)
        self.assertEqual(sum(result.pairs), len(seen))
        self.assertEqual(result.score, (result.wins + result.draws / 2) / 4)
        estimate, low, high = result.elo
        self.assertTrue(low <= estimate <= high)
        self.assertEqual(result.verdict, "open")
        self.assertTrue(result.llr_bounds[0] < result.llr < result.llr_bounds[1])
        self.assertEqual(seen[0][1].headers["White"], "more")
        self.assertEqual(seen[0][2].headers["Black"], "more")
        self.assertEqual(result.players[0]["crashes"], 0)
        points = sum({"1-0": 1, "0-1": 0, "1/2-1/2": 0.5}[first.result()] for _, first, _ in seen)
        points += sum({"1-0": 0, "0-1": 1, "1/2-1/2": 0.5}[second.result()] for _, _, second in seen)
        self.assertEqual(points, result.score * 4)

    def test_openings_are_boards(self):
        board = rukh.Board("shatranj", BARE)
        with self.assertWarns(UserWarning):
            result = rukh.match.play("shatranj", "rukh", "rukh", games=2, nodes=50, openings=[board])
        self.assertEqual((result.wins, result.losses), (1, 1))

    def test_openings_are_read_from_lists_epd_and_games(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "openings")

            def read(text, ruleset="shatranj", **options):
                path.write_text(text)
                return rukh.match.read_openings(path, ruleset, **options)

            boards = read("moves e2e3 e7e6\nmoves b1c3\n")
            fields = [" ".join(board.fen().split()[:4]) for board in boards]
            epd = f'{fields[0]} hmvc 0; fmvn 2; id "a; b";\n{fields[1]} c0 "c"; hmvc 1; fmvn 1;\n'
            self.assertEqual(read(epd), boards)
            pgn = '[Event "?"]\n\n1. e3 {quiet} e6 1-0\n\n[Variant "shatranj"]\n\n1. Nc3 *\n'
            self.assertEqual(read(pgn), boards)
            theirs = read("rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w 0 1", dialect="fsf")
            self.assertEqual(theirs, [rukh.Board("shatranj")])
            result = rukh.match.play("shatranj", "rukh", "rukh:hash=1", games=2, nodes=20, openings=boards[:1], max_plies=4)
            self.assertEqual(result.draws, 2)
            with self.assertRaises(rukh.EngineError) as caught:
                read("moves e2e5\n8/8 w\n")
            self.assertEqual([place for place, _ in caught.exception.reasons], ["line 1", "line 2"])
            self.assertRaises(OSError, rukh.match.read_openings, folder, "shatranj")

    def test_timeout_of_a_player_holds_at_its_start(self):
        since = time.monotonic()
        with self.assertRaises(rukh.EngineError) as caught:
            rukh.match.play("shatranj", "rukh", "uci:sleep 60,timeout=0.5", games=2, nodes=20)
        self.assertIn("no answer within 0.5 s", str(caught.exception))
        self.assertLess(time.monotonic() - since, 15)

    def test_equal_players_have_games_of_their_own_unpaired(self):
        games = []
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            result = rukh.match.play(
                "oblong-dice",
                "rukh",
                "rukh",
                games=6,
                paired=False,
                nodes=20,
                on_pair=lambda standing, first, second: games.extend([str(first), str(second)]),
            )
        moves = {game.split("\n\n", 1)[1] for game in games}
        self.assertEqual((result.repeats, result.independent, len(moves)), (0, 6, 6))
        self.assertEqual(sum(result.pairs), 0)
        with self.assertWarns(UserWarning):
            twins = rukh.match.play("oblong-dice", "rukh", "rukh", games=4, nodes=20)
        self.assertEqual((twins.repeats, twins.independent), (2, 2))

    def test_wrong_settings_are_refused(self):
        oblong = rukh.Board("oblong")
        for settings in [
            {"games": 1},
            {"nodes": 1, "depth": 1},
            {"tc": "soon"},
            {"sprt": (5, 0)},
            {"openings": []},
            {"openings": [oblong]},
            {"concurrency": 0},
            {"resign": (0, 500)},
            {"draw": (1, 0, 5)},
            {"max_plies": 0},
            {"time_margin": -1},
        ]:
            with self.assertRaises(rukh.EngineError, msg=str(settings)):
                rukh.match.play("shatranj", "rukh", "rukh", **settings)
        self.assertRaises(rukh.EngineError, rukh.match.play, "shatranj", "nobody", "rukh")

    def test_exception_of_the_callback_ends_the_match(self):
        def stop(*_):
            raise KeyError("enough")

        with self.assertRaises(KeyError):
            rukh.match.play("shatranj", "rukh", "rukh", games=1000, nodes=20, on_pair=stop)


@unittest.skipUnless(hasattr(signal, "SIGINT") and os.name == "posix", "needs signals")
class InterruptTest(unittest.TestCase):
    def setUp(self):
        # A shell has Ctrl-C ignored in what it runs in the background.
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.addCleanup(signal.signal, signal.SIGINT, before)

    def interrupted(self, work):
        """Whether Ctrl-C after 0.2 seconds ends work that would last for days."""
        timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        since = time.monotonic()
        try:
            with self.assertRaises(KeyboardInterrupt):
                work()
        finally:
            timer.join()
        self.assertLess(time.monotonic() - since, 20)

    def test_ctrl_c_ends_long_work(self):
        board, endless = rukh.Board("mideast"), Limit(depth=90)
        played = board.copy()
        played.push(next(iter(board.legal_moves)))
        fens = [board.fen()] * 1000
        for work in [
            lambda: Engine(hash_mb=1).analyse(board, endless),
            lambda: Engine(threads=2, hash_mb=1).play(board, endless),
            lambda: Engine(hash_mb=1).analyse_game(played, endless),
            lambda: board.perft(12),
            lambda: rukh.bulk.perft(fens, 4, "mideast"),
            lambda: rukh.bulk.perft(fens, 4, "mideast", threads=2),
            lambda: rukh.match.play("shatranj", "rukh", "rukh", games=100_000, nodes=500),
        ]:
            self.interrupted(work)

    def test_search_releases_the_lock(self):
        engine, since = Engine(hash_mb=1), time.monotonic()
        thread = threading.Thread(target=engine.analyse, args=(rukh.Board("mideast"), Limit(time=0.5)))
        thread.start()
        longest, last = 0.0, since
        while thread.is_alive():
            time.sleep(0.001)
            now = time.monotonic()
            longest, last = max(longest, now - last), now
        self.assertGreater(last - since, 0.4)
        self.assertLess(longest, (last - since) / 2, "this thread ran meanwhile")


if __name__ == "__main__":
    unittest.main()
