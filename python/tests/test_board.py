"""Boards: moves, throws, the werera, ends of games, errors."""

import copy
import threading
import time
import unittest

import rukh


class RulesetTest(unittest.TestCase):
    def test_every_ruleset_describes_itself(self):
        for id in rukh.rulesets():
            ruleset = rukh.Ruleset(id)
            self.assertEqual((ruleset.id, ruleset.name), (id, id))
            self.assertTrue(ruleset.title and ruleset.summary and ruleset.description)
            self.assertEqual([array["is_chosen"] for array in ruleset.arrays].count(True), 1)
            for array in ruleset.arrays:
                board = rukh.Board(ruleset, array["fen"])
                self.assertEqual(board.fen(), array["fen"])
            self.assertEqual(ruleset.starting_fen, rukh.Board(ruleset).fen())
            for law in ruleset.laws:
                self.assertTrue(law["text"].endswith("."), law)
                self.assertTrue(law["sources"] or "conjecture" in law, law)
            self.assertTrue(all(source["text"] for source in ruleset.sources))
            royal = [piece["letter"] for piece in ruleset.pieces if piece["is_royal"]]
            king = rukh.Board(ruleset).king(rukh.WHITE)
            self.assertEqual(rukh.Board(ruleset).piece_at(king).piece_type, royal[0])

    def test_options_make_another_ruleset(self):
        plain, other = rukh.Ruleset("senterej"), rukh.Ruleset("senterej[saba=G]")
        self.assertNotEqual((plain, plain.hash), (other, other.hash))
        self.assertEqual(rukh.Ruleset("senterej[saba=A]"), plain)
        chosen = {option["key"]: option["chosen"] for option in other.options}
        self.assertEqual(chosen["saba"], "G")

    def test_own_ruleset_names_every_error_with_its_line(self):
        text = (
            'id = "own"\nrevision = 1\nextends = "shatranj"\n\n[about]\nname = "Own"\nsummary = "Mine."\n\n'
            '[move-limit]\nlaw = "none"\nconjecture = "an example"\n'
        )
        self.assertEqual(rukh.Ruleset.from_text(text).id, "own")
        with self.assertRaises(rukh.RulesetError) as caught:
            rukh.Ruleset.from_text(text.replace('"none"', '"sometimes"'))
        self.assertEqual(caught.exception.place, "<text>:10")
        with self.assertRaises(rukh.RulesetError) as caught:
            rukh.Ruleset.from_file("nowhere.toml")
        self.assertEqual(caught.exception.place, "nowhere.toml")
        for name in ["nobody", "senterej[saba=Z]", "senterej[", ""]:
            self.assertRaises(rukh.RulesetError, rukh.Ruleset, name)
        self.assertRaises(TypeError, rukh.Board, 7)

    def test_squares_have_names_and_numbers(self):
        mideast = rukh.Ruleset("mideast")
        names = [mideast.square_name(square) for square in range(100)]
        self.assertEqual([mideast.parse_square(name) for name in names], list(range(100)))
        self.assertEqual((names[0], names[-1]), ("a1", "j10"))
        for wrong in ["k1", "a11", "", "a"]:
            self.assertRaises(rukh.RukhError, mideast.parse_square, wrong)
        self.assertRaises(rukh.RukhError, mideast.square_name, 100)


class MoveTest(unittest.TestCase):
    def test_moves_are_read_and_written_as_san_and_coordinates(self):
        board = rukh.Board("shatranj")
        for move in board.legal_moves:
            self.assertEqual(board.parse_san(board.san(move)), move)
            self.assertEqual(board.parse_uci(move.uci()), move)
            self.assertIn(move, board.legal_moves)
            self.assertTrue(board.is_legal(move))
        self.assertEqual(len(set(board.legal_moves)), len(board.legal_moves))
        self.assertEqual(board.legal_moves.count(), 16)

    def test_refused_moves_say_why_and_change_nothing(self):
        board = rukh.Board("shatranj")
        before = board.copy()
        cases = [
            (board.push_uci, "e2e4", "illegal"),
            (board.push_uci, "e7e6", "not_your_turn"),
            (board.push_uci, "--", "illegal"),
            (board.push_san, "Nd5", "illegal"),
            (board.push_throw, 1, "not_your_turn"),
            (board.end_bundle, True, "bad_intent"),
        ]
        for push, argument, code in cases:
            with self.assertRaises(rukh.IllegalMoveError) as caught:
                push(argument)
            self.assertEqual(caught.exception.code, code, argument)
            self.assertTrue(caught.exception.reason, argument)
        with self.assertRaises(rukh.IllegalMoveError) as caught:
            board.push_san("Nd5")
        self.assertIn("Nc3", caught.exception.legal)
        self.assertIsInstance(caught.exception, ValueError)
        self.assertIn("does not move from e2 to e4", board.why_not("e2e4"))
        self.assertIsNone(board.why_not("e2e3"))
        self.assertEqual((board, board.events), (before, []))
        self.assertRaises(TypeError, board.push, "e2e3")

    def test_move_of_another_position_is_refused(self):
        board = rukh.Board("shatranj")
        move = board.push_uci("e2e3")
        board.push_uci("e7e6")
        self.assertFalse(board.is_legal(move))
        self.assertRaises(rukh.IllegalMoveError, board.push, move)
        self.assertRaises(rukh.IllegalMoveError, board.san, move)

    def test_move_of_another_ruleset_is_refused(self):
        board = rukh.Board("shatranj")
        for foreign in [*rukh.Board("mideast").legal_moves, *rukh.Board("oblong").legal_moves]:
            self.assertFalse(board.is_legal(foreign) or board.is_capture(foreign))
            self.assertNotIn(foreign, board.legal_moves)
            self.assertRaises(rukh.IllegalMoveError, board.push, foreign)
            self.assertRaises(rukh.IllegalMoveError, board.san, foreign)
        same = rukh.Board(rukh.Ruleset("shatranj[bare=loss-at-once]")).parse_uci("e2e3")
        self.assertNotEqual(same, board.parse_uci("e2e3"))
        self.assertRaises(rukh.EngineError, board.perft, 101)
        self.assertEqual(board.perft(0), 1)

    def test_pop_goes_back_and_copies_are_apart(self):
        board = rukh.Board("shatranj")
        moves = [board.push_uci(uci) for uci in ["e2e3", "e7e6", "g1f3"]]
        self.assertEqual((board.move_stack, board.peek()), (moves, moves[-1]))
        self.assertEqual(board.variation_san(), ["e3", "e6", "Nf3"])
        for other in [board.copy(), copy.copy(board), copy.deepcopy(board)]:
            self.assertEqual((other, hash(other)), (board, hash(board)))
            self.assertEqual(other.pop(), moves[-1])
            self.assertNotEqual(other, board)
        self.assertEqual(board.copy(stack=False).move_stack, [])
        self.assertEqual([board.pop() for _ in moves], moves[::-1])
        self.assertEqual(board, rukh.Board("shatranj"))
        self.assertRaises(IndexError, board.pop)
        self.assertRaises(IndexError, board.peek)

    def test_pieces_are_where_the_fen_says(self):
        board = rukh.Board("shatranj")
        king = board.piece_at("d1")
        self.assertEqual((king.symbol(), king.color, king.piece_type), ("K", rukh.WHITE, "k"))
        self.assertEqual(board.piece_at(3), king)
        self.assertIsNone(board.piece_at("e4"))
        self.assertEqual(len(board.piece_map()), 32)
        self.assertEqual(board.piece_map()[63].symbol(), "r")
        self.assertEqual(str(board).splitlines()[0], "r n e k f e n r")
        self.assertRaises(rukh.RukhError, board.piece_at, "i1")
        self.assertRaises(OverflowError, board.piece_at, -1)

    def test_fen_of_another_program_is_read_and_written(self):
        theirs = "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w - - 0 1"
        board = rukh.Board("shatranj", theirs, dialect="fsf")
        self.assertEqual((board, board.fen("fsf")), (rukh.Board("shatranj"), theirs))
        with self.assertRaises(rukh.FenError) as caught:
            rukh.Board("shatranj", theirs)
        self.assertTrue(all(place.startswith("rank") for place, _ in caught.exception.reasons))
        self.assertRaises(ValueError, board.fen, "latin")

    def test_fen_with_several_errors_names_each(self):
        with self.assertRaises(rukh.FenError) as caught:
            rukh.Board("shatranj", "8/8/8/8/8/8/8/8 x - - y 1")
        places = [place for place, _ in caught.exception.reasons]
        self.assertEqual(places, ["side to move", "idle plies"])
        board = rukh.Board("shatranj")
        board.push_uci("e2e3")
        before = board.copy()
        self.assertRaises(rukh.FenError, board.set_fen, "8/8/8/8/8/8/8/8 w")
        self.assertEqual((board, len(board.move_stack)), (before, 1))
        board.set_fen("7k/8/6K1/8/8/8/8/R6r w - - 0 1")
        self.assertEqual((board.move_stack, board.turn), ([], rukh.WHITE))
        board.reset()
        self.assertEqual(board, rukh.Board("shatranj"))


class OutcomeTest(unittest.TestCase):
    def test_bare_king_loses_with_a_sentence(self):
        board = rukh.Board("shatranj", "7k/8/6K1/8/8/8/8/R6r w - - 0 1")
        self.assertEqual((board.outcome(), board.result(), board.node), (None, "*", "choice"))
        board.push_uci("a1h1")
        outcome = board.outcome()
        self.assertEqual((outcome.winner, outcome.result()), (rukh.WHITE, "1-0"))
        self.assertIs(outcome.termination, rukh.Termination.BARE_KING)
        self.assertEqual(outcome.termination, "bare-king")
        self.assertTrue(outcome.message.startswith("White wins"))
        self.assertTrue(board.is_game_over() and board.node == "over")
        self.assertEqual(len(board.legal_moves), 0)
        self.assertRaises(rukh.IllegalMoveError, board.push_uci, "h8g8")
        board.pop()
        self.assertFalse(board.is_game_over())

    def test_players_end_games_too(self):
        def ended(end):
            board = rukh.Board("shatranj")
            end(board)
            return board.result(), str(board.outcome().termination)

        self.assertEqual(ended(lambda board: board.resign(rukh.WHITE)), ("0-1", "resignation"))
        self.assertEqual(ended(lambda board: board.flag(rukh.BLACK)), ("1-0", "time"))
        self.assertEqual(ended(lambda board: board.agree_draw()), ("1/2-1/2", "agreement"))
        self.assertEqual(ended(lambda board: board.set_result("0-1")), ("0-1", "recorded"))
        self.assertRaises(rukh.IllegalMoveError, rukh.Board("shatranj").set_result, "2-0")

    def test_check_and_mate_are_told_apart(self):
        board = rukh.Board("shatranj", "k7/6p1/1K6/8/8/8/8/7R w - - 0 1")
        self.assertFalse(board.is_check())
        board.push_uci("h1h8")
        self.assertTrue(board.is_check() and board.is_checkmate() and not board.is_stalemate())
        self.assertIs(board.outcome().termination, rukh.Termination.CHECKMATE)

    def test_events_replayed_give_the_same_board(self):
        board = rukh.Board("senterej")
        for uci in ["e2e3", "d7d6", "g1f3"]:
            board.push_uci(uci)
        board.retract(rukh.WHITE, 3)
        board.begin_turns()
        board.push_uci("a2a3")
        again = board.root()
        for event in board.events:
            again.push_event({key: value for key, value in event.items() if key != "seq"})
        self.assertEqual((again, again.events), (board, board.events))
        with self.assertRaises(rukh.IllegalMoveError) as caught:
            again.push_event({"t": "dance"})
        self.assertEqual(caught.exception.code, "bad_intent")


class WereraTest(unittest.TestCase):
    def test_both_sides_move_until_the_first_capture(self):
        board = rukh.Board("senterej")
        self.assertEqual((board.turn, board.phase, board.node), (None, "werera", "werera"))
        self.assertEqual(len(board.legal_moves), 32)
        self.assertEqual(len(board.moves_of(rukh.WHITE)), 16)
        board.push_san("e3", rukh.WHITE)
        board.push_san("d6", rukh.BLACK)
        for uci in ["d6d5", "d5d4"]:
            board.push_uci(uci)
        capture = board.parse_uci("e3d4")
        self.assertTrue(board.is_capture(capture))
        owner = board.piece_at(capture.from_square).color
        board.push(capture)
        self.assertEqual((board.phase, board.turn), ("turns", not owner))
        self.assertEqual(board.pop(), capture)
        self.assertEqual(board.phase, "werera")

    def test_san_that_both_sides_have_asks_whose(self):
        board = rukh.Board("senterej", "4k3/4p3/8/8/8/3p4/4P3/3RK3 * - - 0 1")
        shared = [board.san(move) for move in board.moves_of(rukh.WHITE)]
        both = [board.san(move) for move in board.moves_of(rukh.BLACK)]
        twice = set(shared) & set(both)
        for san in twice:
            with self.assertRaises(rukh.IllegalMoveError) as caught:
                board.parse_san(san)
            self.assertEqual(caught.exception.code, "ambiguous")
        self.assertNotEqual(board.parse_san("e3", rukh.WHITE), None)

    def test_moves_are_retracted(self):
        board = rukh.Board("senterej")
        start = board.copy()
        move = board.push_uci("e2e3")
        self.assertEqual(board.retractable(rukh.WHITE), [(1, move)])
        self.assertEqual(board.retractable(rukh.BLACK), [])
        self.assertRaises(rukh.IllegalMoveError, board.retract, rukh.BLACK, 1)
        board.retract(rukh.WHITE, 1)
        self.assertEqual((board, len(board.events)), (start, 2))
        self.assertIsNone(board.pop())
        self.assertEqual(board.pop(), move)

    def test_bundles_alternate(self):
        board = rukh.Board("senterej[werera=batched]")
        self.assertEqual(board.turn, rukh.WHITE)
        self.assertEqual(len(board.moves_of(rukh.BLACK)), 0)
        board.push_uci("e2e3")
        board.end_bundle(rukh.WHITE)
        self.assertEqual(board.turn, rukh.BLACK)
        self.assertTrue(any(counter["kind"] == "bundle" for counter in board.counters()))


class DieTest(unittest.TestCase):
    def test_throw_comes_before_each_move(self):
        board = rukh.Board("oblong-dice")
        self.assertTrue(board.needs_throw)
        self.assertEqual((board.node, len(board.legal_moves), board.throw), ("chance", 0, None))
        self.assertAlmostEqual(sum(face.probability for face in board.faces()), 1)
        self.assertRaises(rukh.IllegalMoveError, board.push_uci, "a5a6")
        self.assertRaises(rukh.IllegalMoveError, board.push_throw, 7)
        self.assertRaises(OverflowError, board.push_throw, 256)
        for face in board.faces():
            thrown = board.copy()
            thrown.push_throw(face.number)
            self.assertEqual((thrown.throw, thrown.faces()), (face.number, []))
            moved = {thrown.piece_at(move.from_square).piece_type for move in thrown.legal_moves if move}
            self.assertLessEqual(moved, set(face.pieces))
        board.push_throw(1)
        move = next(iter(board.legal_moves))
        board.push(move)
        self.assertEqual(board.variation_san()[0], "[1]")
        self.assertEqual((board.pop(), board.pop()), (move, None))


class LockTest(unittest.TestCase):
    def test_perft_releases_the_lock(self):
        counted, since = [], time.monotonic()
        thread = threading.Thread(target=lambda: counted.append(rukh.Board("shatranj").perft(6)))
        thread.start()
        longest, last = 0.0, since
        while thread.is_alive():
            time.sleep(0.001)
            now = time.monotonic()
            longest, last = max(longest, now - last), now
        thread.join()
        self.assertEqual(counted, [19_864_709])
        self.assertLess(longest, (last - since) / 2, "this thread ran meanwhile")


if __name__ == "__main__":
    unittest.main()
