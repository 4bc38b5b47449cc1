"""Pickles and copies: every value that a program may keep, send to another process, or put in a dict."""

import copy
import multiprocessing
import pathlib
import pickle
import random
import tempfile
import unittest

import rukh
import rukh.pgn
from rukh import _rukh
from rukh.engine import Engine, Limit

BARE = "7k/8/6K1/8/8/8/8/R6r w - - 0 1"
OWN = """id = "own"
revision = 1
status = "conjectural"
extends = "shatranj"
[about]
name = "Own"
summary = "My own."
"""


def ways(value):
    """The value made anew, in every way there is."""
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        yield pickle.loads(pickle.dumps(value, protocol))
    yield copy.copy(value)
    yield copy.deepcopy(value)


def random_game(ruleset, seed, events=60):
    """A board after random events of every kind."""
    board, chance = rukh.Board(ruleset), random.Random(seed)
    for _ in range(events):
        if board.is_game_over():
            break
        back = board.retractable(rukh.WHITE)
        if board.needs_throw:
            board.push_throw(chance.choice(board.faces()).number)
        elif back and chance.random() < 0.2:
            board.retract(rukh.WHITE, chance.choice(back)[0])
        elif board.node == "werera" and chance.random() < 0.05:
            board.begin_turns()
        else:
            board.push(chance.choice(list(board.legal_moves)))
    return board


def ply_count(board):
    """What another process makes of a board."""
    move = next(iter(board.legal_moves))
    board.push(move)
    return len(board.events), move


class PickleTest(unittest.TestCase):
    def assert_same_board(self, again, board):
        self.assertEqual(again, board)
        self.assertEqual((again.fen(), again.events), (board.fen(), board.events))
        self.assertEqual(again.move_stack, board.move_stack)
        self.assertEqual((again.node, again.key, again.counters()), (board.node, board.key, board.counters()))
        self.assertEqual(again.outcome(), board.outcome())
        for color in (rukh.WHITE, rukh.BLACK):
            self.assertEqual(again.retractable(color), board.retractable(color))

    def test_boards_of_every_ruleset_keep_all_that_has_happened(self):
        for ruleset in [*rukh.rulesets(), "senterej[saba=G]", rukh.Ruleset.from_text(OWN)]:
            board = random_game(ruleset, 1)
            for again in ways(board):
                self.assert_same_board(again, board)
            again = pickle.loads(pickle.dumps(board))
            while board.events:
                self.assertEqual(again.pop(), board.pop())
                self.assert_same_board(again, board)
            self.assertEqual(again.fen(), rukh.Board(ruleset).fen())

    def test_board_from_the_middle_of_a_game_starts_there(self):
        for ruleset in rukh.rulesets():
            board = random_game(ruleset, 2, 25).copy(stack=False)
            for again in ways(board):
                self.assert_same_board(again, board)

    def test_ends_and_times_of_events_are_kept(self):
        ends = [
            lambda board: board.resign(rukh.WHITE),
            lambda board: board.agree_draw(),
            lambda board: board.flag(rukh.BLACK),
            lambda board: board.set_result("0-1"),
            lambda board: board.push_event({"t": "leave", "side": "white", "drawn": True, "at": 1234}),
            lambda board: board.push_event({"t": "abort"}),
        ]
        for end in ends:
            board = rukh.Board("shatranj")
            board.push_event({"t": "move", "mv": "e2e3", "at": 1000})
            end(board)
            self.assertEqual(board.events[0]["at"], 1000)
            for again in ways(board):
                self.assert_same_board(again, board)

    def test_copy_does_not_change_with_its_origin(self):
        board = rukh.Board("shatranj")
        again = pickle.loads(pickle.dumps(board))
        board.push_san("e3")
        self.assertEqual((len(again.events), len(board.events)), (0, 1))

    def test_small_values_are_equal_after_a_pickle(self):
        for ruleset in [*rukh.rulesets(), rukh.Ruleset.from_text(OWN)]:
            board = random_game(ruleset, 3, 30)
            values = [board.ruleset, *board.move_stack, *board.piece_map().values()]
            for value in values:
                for again in ways(value):
                    self.assertEqual((again, repr(again), type(again)), (value, repr(value), type(value)))
            for again in ways(board.legal_moves):
                self.assertEqual(list(again), list(board.legal_moves))

    def test_moves_keep_their_effect(self):
        board = rukh.Board("mideast")
        board.push_san(next(m for m in map(board.san, board.legal_moves)))
        seen = {tag: 0 for tag in ("capture", "promotion", "pass")}
        for ruleset, seed in [("mideast", 4), ("oblong-dice", 5), ("mideast-greenwood", 6)]:
            board = random_game(ruleset, seed, 400)
            game = board.root()
            for event, move in zip(board.events, _moves(board)):
                if move is not None:
                    again = pickle.loads(pickle.dumps(move))
                    self.assertTrue(game.is_legal(again), (ruleset, event))
                    seen["capture"] += game.is_capture(again)
                    seen["promotion"] += again.promotion is not None
                    seen["pass"] += again.is_pass
                game.push_event(event)
        self.assertTrue(all(seen.values()), seen)

    def test_faces_outcomes_scores_and_limits_are_kept(self):
        engine, board = Engine(hash_mb=1), rukh.Board("shatranj", BARE)
        played = engine.play(board, Limit(nodes=500))
        won = board.copy()
        won.push(played.move)
        values = [
            *rukh.Board("oblong-dice").faces(),
            won.outcome(),
            played.info["score"],
            played.info["score"].black(),
            engine.analyse(rukh.Board("oblong-dice"), Limit(depth=1))["score"],
            engine.analyse(rukh.Board("shatranj"), Limit(depth=2))["score"],
            Limit(depth=3, nodes=5),
            Limit(time=0.25),
            played,
        ]
        for value in values:
            for again in ways(value):
                self.assertEqual(repr(again), repr(value))
        again = pickle.loads(pickle.dumps(won.outcome()))
        self.assertEqual((again, again.message), (won.outcome(), won.outcome().message))
        self.assertEqual(pickle.loads(pickle.dumps(played)).info, played.info)
        self.assertEqual(pickle.loads(pickle.dumps(played.info["score"])).wdl(), (1000, 0, 0))

    def test_games_of_files_keep_headers_and_annotations(self):
        text = '[Variant "shatranj"]\n[White "al-Adli"]\n\n1. e3 {first} (1. d3 d6) e6 $1 1-0\n'
        (game,) = rukh.pgn.loads(text)
        for again in ways(game):
            self.assertEqual(str(again), str(game))
            self.assertEqual((again.annotations, again.headers), (game.annotations, game.headers))
            self.assertEqual((again.number, again.line, again.warnings), (1, 1, game.warnings))

    def test_exceptions_keep_what_they_say(self):
        tries = [
            lambda: rukh.Ruleset("chess"),
            lambda: rukh.Board("shatranj", "9/8"),
            lambda: rukh.Board("shatranj").push_san("Rb3"),
            lambda: next(rukh.pgn.loads('[Variant "shatranj"]\n\n1. e5 *\n')),
            lambda: Engine(threads=0),
        ]
        for wrong in tries:
            with self.assertRaises(rukh.RukhError) as caught:
                wrong()
            again = pickle.loads(pickle.dumps(caught.exception))
            self.assertEqual((type(again), str(again)), (type(caught.exception), str(caught.exception)))
            self.assertEqual(vars(again), vars(caught.exception))

    def test_own_ruleset_stands_once_in_a_pickle_of_many_moves(self):
        moves = list(rukh.Board(rukh.Ruleset.from_text(OWN)).legal_moves)
        one, all_moves = len(pickle.dumps(moves[:1])), len(pickle.dumps(moves))
        self.assertLess(all_moves, one + 100 * len(moves))

    def test_own_ruleset_is_restored_without_its_files(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "own.toml")
            path.write_text(OWN)
            ruleset = rukh.Ruleset.from_file(path)
            kept = pickle.dumps(rukh.Board(ruleset))
        self.assertEqual(pickle.loads(kept).ruleset, ruleset)

    def test_pickle_of_other_laws_is_refused(self):
        function, (name, _, text) = rukh.Ruleset("shatranj").__reduce__()
        with self.assertRaises(rukh.RulesetError) as caught:
            function(name, "0" * 16, text)
        self.assertIn("have changed", caught.exception.reason)

    def test_broken_pickles_are_errors(self):
        _, data = rukh.Ruleset("shatranj").__reduce__()
        start = rukh.Board("shatranj").fen()
        for wrong in [
            lambda: _rukh.restore_move(data, "z9z8", 0),
            lambda: _rukh.restore_move(data, "e2e3", 200),
            lambda: _rukh.restore_move(data, "e7e8x", 0),
            lambda: _rukh.restore_piece(data, "?", True),
            lambda: _rukh.restore_outcome(None, "boredom", "", None),
            lambda: _rukh.restore_score(data, True, "cp?", 1),
            lambda: _rukh.restore_score(data, True, "win", -1),
            lambda: _rukh.restore_board(data, start, "no event"),
            lambda: _rukh.restore_board(data, start, '{"seq":1,"t":"move","mv":"e2e5"}'),
            lambda: _rukh.restore_board(data, "8/8", ""),
            lambda: _rukh.restore_game(data, "", (None, None, [])),
            lambda: _rukh.restore_ruleset("no such", "", None),
            lambda: _rukh.restore_ruleset("own", "", "no toml"),
        ]:
            self.assertRaises(ValueError, wrong)

    def test_boards_go_to_other_processes_and_moves_come_back(self):
        boards = [random_game(ruleset, 7, 10) for ruleset in ("shatranj", "oblong", rukh.Ruleset.from_text(OWN))]
        with multiprocessing.get_context("spawn").Pool(2) as pool:
            for board, (events, move) in zip(boards, pool.map(ply_count, boards)):
                self.assertEqual(events, len(board.events) + 1)
                self.assertIn(move, board.legal_moves)


def _moves(board):
    """The move of each event, or None."""
    moves = iter(board.move_stack)
    return [next(moves) if event["t"] in ("move", "place") else None for event in board.events]


if __name__ == "__main__":
    unittest.main()
