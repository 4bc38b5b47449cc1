"""Games in files: read one by one, written again, with what annotators have added."""

import io
import pathlib
import random
import tempfile
import unittest

import rukh
import rukh.pgn

GAMES = pathlib.Path(__file__).resolve().parents[2] / "crates/rules/tests/games"
HEAD = '[Ruleset "shatranj"]\n\n'


class ReadTest(unittest.TestCase):
    def test_files_of_the_rust_tests_are_read_and_written_the_same(self):
        read = 0
        for path in sorted(GAMES.glob("*.pgn")):
            errors = []
            for game in rukh.pgn.read(path, errors=errors):
                again = next(rukh.pgn.loads(str(game)))
                self.assertEqual(str(again), str(game), path.name)
                self.assertEqual(again.end(), game.end(), path.name)
                self.assertEqual(again.annotations, game.annotations, path.name)
                self.assertEqual(next(rukh.pgn.loads(game.to_jsonl())).end(), game.end(), path.name)
                read += 1
            bad = 1 if path.stem in {"one-bad-game", "pass-as-zeros"} else 0
            self.assertEqual(len(errors), bad, f"{path.name}: {errors}")
        self.assertGreater(read, 8)

    def test_bad_game_is_an_error_with_its_place_and_the_next_is_read(self):
        text = HEAD + "1. e3 e6 *\n\n" + HEAD + "1. e3 e5 *\n\n" + HEAD + "1. d3 *\n"
        reader = rukh.pgn.Reader(text)
        self.assertEqual(next(reader).number, 1)
        with self.assertRaises(rukh.PgnError) as caught:
            next(reader)
        error = caught.exception
        self.assertEqual((error.game, error.line, error.column), (2, 7, 7))
        self.assertEqual(error.place, "line 7, column 7")
        self.assertIn("`e5`", error.reason)
        third = next(reader)
        self.assertEqual((third.number, third.line), (3, 9))
        self.assertRaises(StopIteration, next, reader)
        errors = []
        self.assertEqual([game.number for game in rukh.pgn.loads(text, errors=errors)], [1, 3])
        self.assertEqual([error.game for error in errors], [2])
        self.assertRaises(rukh.PgnError, list, rukh.pgn.loads(text))

    def test_files_of_text_and_bytes_are_read(self):
        text = HEAD + "1. e3 {Réti} *\n"
        files = [
            io.StringIO(text),
            io.BytesIO(text.encode()),
            io.BytesIO(text.encode("latin-1")),
            io.BytesIO(text.replace("\n", "\r\n").encode()),
        ]
        for file in files:
            game = next(rukh.pgn.read(file))
            self.assertEqual(game.annotations, {1: [{"comment": "Réti"}]})

    def test_error_of_the_file_is_raised(self):
        class Broken:
            def readline(self, _):
                raise OSError("the disk is gone")

        self.assertRaisesRegex(OSError, "disk is gone", list, rukh.pgn.read(Broken()))
        self.assertRaises(TypeError, list, rukh.pgn.read(7))
        self.assertRaises(FileNotFoundError, list, rukh.pgn.read("/nowhere.pgn"))
        self.assertEqual(list(rukh.pgn.loads("")), [])

    def test_reader_within_its_own_file_is_an_error(self):
        class Inward:
            reader = None

            def readline(self, _):
                if self.reader is not None:
                    next(self.reader)
                return "1. e3\n"

        file = Inward()
        file.reader = rukh.pgn.Reader(file)
        self.assertRaisesRegex(RuntimeError, "already", next, file.reader)

    def test_warnings_are_errors_of_a_strict_reader(self):
        text = HEAD + "1. e3 e6 1/2\n"
        game = next(rukh.pgn.loads(text))
        self.assertEqual(len(game.warnings), 1)
        self.assertRaises(rukh.PgnError, next, rukh.pgn.loads(text, strict=True))

    def test_own_ruleset_is_found(self):
        own = rukh.Ruleset.from_text(
            'id = "own"\nrevision = 1\nextends = "shatranj"\n[about]\nname = "Own"\nsummary = "Mine."\n'
            '[move-limit]\nlaw = "none"\nconjecture = "an example"\n'
        )
        text = str(rukh.pgn.Game(rukh.Board(own)))
        self.assertRaises(rukh.PgnError, next, rukh.pgn.loads(text))
        game = next(rukh.pgn.loads(text, rulesets=[own]))
        self.assertEqual(game.ruleset, own)


class WriteTest(unittest.TestCase):
    def game(self):
        board = rukh.Board("shatranj")
        for san in ["e3", "e6", "Nf3"]:
            board.push_san(san)
        return rukh.pgn.Game(board)

    def test_headers_and_annotations_are_written_and_read(self):
        game = self.game()
        game.set_header("White", 'al-"Adli"')
        game.set_header("Annotator", "as-Suli")
        game.annotate(0, {"comment": "the start"})
        game.annotate(1, {"nag": 1})
        game.annotate(
            1, {"variation": [{"move": "d2d3"}, {"comment": "or}"}, {"variation": [{"move": "c2c3"}]}]}
        )
        again = next(rukh.pgn.loads(str(game)))
        self.assertEqual(again.headers["White"], 'al-"Adli"')
        self.assertEqual(again.headers["Annotator"], "as-Suli")
        self.assertEqual(again.annotations, game.annotations)
        self.assertEqual(str(again), str(game))

    def test_variations_of_the_werera_are_events(self):
        text = '[Ruleset "senterej"]\n\n{[%werera w e2e3]} ({[%werera w d2d3]} {good}) {[%werera turns]} *\n'
        game = next(rukh.pgn.loads(text))
        first = {"werera": {"t": "place", "side": "white", "from": "d2", "to": "d3"}}
        self.assertEqual(game.annotations, {1: [{"variation": [first, {"comment": "good"}]}]})
        game.annotate(2, {"variation": [first]})
        again = next(rukh.pgn.loads(str(game)))
        self.assertEqual(again.annotations, game.annotations)

    def test_wrong_headers_and_annotations_are_refused(self):
        game = self.game()
        before = str(game)
        for name, value in [("Result", "1-0"), ("bad name", "x"), ("White", "a\nb"), ("White", "x" * 2000)]:
            self.assertRaises(rukh.PgnError, game.set_header, name, value)
        nested = {"variation": []}
        for _ in range(120):
            nested = {"variation": [nested]}
        wrong = [
            {"comment": 3},
            {"nag": 256},
            {"nag": -1},
            {"note": "x"},
            {},
            {"comment": "a", "nag": 1},
            {"variation": "e3"},
            {"variation": [{"move": "e2e3) 2. e4"}]},
            {"variation": [{"unread": "two words"}]},
            {"variation": [{"throw": 300}]},
            {"variation": [{"werera": {"t": "draw"}}]},
            {"variation": [{"werera": "e2e3"}]},
            {"variation": [{"move": "e2e5"}]},
            {"variation": [{"end": {"t": "unclaimed"}}]},
            {"variation": [{"end": {"t": "move", "mv": "d2d3"}}]},
            {"variation": [{"unread": "zz9"}, {"move": "d2d3"}]},
            nested,
        ]
        for annotation in wrong:
            with self.assertRaises(ValueError, msg=str(annotation)[:80]):
                game.annotate(1, annotation)
        self.assertRaises(rukh.PgnError, game.annotate, 4, {"nag": 1})
        self.assertRaises(TypeError, game.annotate, 1, {"comment": object()})
        self.assertEqual(str(game), before)

    def test_games_written_to_a_file_are_read_back(self):
        games = [self.game(), self.game()]
        games[1].set_header("Round", "2")
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "games.pgn"
            self.assertEqual(rukh.pgn.write(games, path), 2)
            self.assertEqual([str(game) for game in rukh.pgn.read(path)], [str(game) for game in games])
            self.assertEqual(path.read_text(), rukh.pgn.dumps(games))

    def test_werera_and_throws_survive(self):
        board = rukh.Board("senterej")
        for uci in ["e2e3", "d7d6"]:
            board.push_uci(uci)
        board.retract(rukh.WHITE, 1)
        board.begin_turns()
        board.push_uci("a2a3")
        dice = rukh.Board("oblong-dice")
        dice.push_throw(1)
        dice.push(next(iter(dice.legal_moves)))
        for played in [board, dice]:
            again = next(rukh.pgn.loads(str(rukh.pgn.Game(played)))).end()
            self.assertEqual((again, again.events), (played, played.events))
            self.assertEqual(again.move_stack, played.move_stack)
            for _ in played.events:
                again.pop()
            self.assertEqual(again, played.root())


class Grower:
    """Random games with all that annotators add; a state is the list of events so far."""

    WORDS = [
        "fine", "1.", "e3", "*", "1-0", "$4", "(", ")", "{", "}", ";", "%", '"', "\\", "[", "]", "[%", '[Event "x"]',
        "[%clk 0:05:00]", "[%cal Ge2e4,Rd1d8]", "[%end draw]", "[%end resign", "[%%at 5]", "[%die 3]", "naïve", "رخ", "--",
    ]  # fmt: skip
    ENDS = [
        *({"t": kind, "side": side} for kind in ("resign", "flag", "leave") for side in ("white", "black")),
        {"t": "leave", "side": "white", "drawn": True},
        {"t": "draw"},
        {"t": "abort"},
        *({"t": "result", "result": result} for result in ("1-0", "0-1", "1/2-1/2")),
    ]
    DEPTH = 3

    def __init__(self, ruleset, seed):
        self.ruleset = ruleset
        self.choices = random.Random(seed)

    def is_within(self, percent):
        return self.choices.randrange(100) < percent

    def board(self, events):
        board = rukh.Board(self.ruleset)
        for event in events:
            board.push_event(event)
        return board

    def comment(self):
        words = [self.choices.choice(self.WORDS) for _ in range(60 if self.is_within(10) else self.choices.randint(1, 6))]
        return {"comment": "".join(word + ("\n" if self.is_within(15) else " ") for word in words).strip()}

    def event(self, board):
        if board.node == "over":
            return self.choices.choice([{"t": "unclaimed"}, {"t": "result", "result": "1/2-1/2"}])
        if self.is_within(5):
            return self.choices.choice(self.ENDS)
        if board.node == "chance":
            return {"t": "throw", "face": self.choices.choice(board.faces()).number}
        if board.node == "choice":
            return {"t": "move", "mv": self.choices.choice(list(board.legal_moves)).uci()}
        color = self.choices.choice([rukh.WHITE, rukh.BLACK])
        side = "white" if color else "black"
        moves = [move for move in board.moves_of(color) if not board.is_capture(move) or self.is_within(5)]
        if not moves or self.is_within(10):
            return self.choices.choice([{"t": "bundle", "side": side}, {"t": "turns", "why": "by the clock} @5 ]%"}])
        move = self.choices.choice(moves)
        names = {"from": move.from_square, "to": move.to_square}
        event = {"t": "place", "side": side, **{key: board.ruleset.square_name(at) for key, at in names.items()}}
        return event | ({"promotion": move.promotion} if move.promotion else {})

    def play(self, events):
        """The state after some event, and the event; the same state and None if it cannot happen."""
        board = self.board(events)
        event = self.event(board)
        try:
            board.push_event(event)
        except rukh.RukhError:
            return events, None
        return [{key: value for key, value in one.items() if key != "seq"} for one in board.events], event

    def remarks(self, before, before_throw, depth):
        found = []
        while self.is_within(35):
            kind = self.choices.randrange(3)
            if kind == 0:
                found.append(self.comment())
            elif kind == 1:
                found.append({"nag": self.choices.randrange(256)})
            elif depth < self.DEPTH:
                found.append({"variation": self.variation(before, before_throw, depth + 1)})
        return found

    def variation(self, start, start_throw, depth):
        events, thrown = start, start_throw
        elements = self.remarks(start, start_throw, depth) if self.is_within(25) else []
        for _ in range(self.choices.randrange(6)):
            before, before_throw = events, thrown
            events, event = self.play(before)
            if event is None:
                continue
            thrown = before if event["t"] == "throw" else None
            elements.append(self.element(event))
            elements += self.remarks(before, before_throw, depth)
        return elements

    @staticmethod
    def element(event):
        if event["t"] == "move":
            return {"move": event["mv"]}
        if event["t"] == "throw":
            return {"throw": event["face"]}
        is_werera = event["t"] in {"place", "retract", "bundle", "turns"}
        return {"werera" if is_werera else "end": event}

    def record(self, length):
        annotations = {0: self.remarks([], None, 0)}
        events, thrown = [], None
        for _ in range(length):
            before = events
            events, event = self.play(before)
            if event is not None:
                annotations[len(events)] = self.remarks(before, thrown, 0)
                thrown = before if event["t"] == "throw" else None
        game = rukh.pgn.Game(self.board(events))
        for seq, found in annotations.items():
            for annotation in found:
                game.annotate(seq, annotation)
        game.set_header("Termination", self.choices.choice(["normal", "time forfeit", "abandoned"]))
        return game, {seq: found for seq, found in annotations.items() if found}


class TreeTest(unittest.TestCase):
    def test_tree_written_is_read_back_the_same(self):
        for ruleset in rukh.rulesets():
            for seed in range(1, 7):
                game, annotations = Grower(ruleset, seed).record(seed * 2)
                again = next(rukh.pgn.loads(str(game), strict=True))
                self.assertEqual(again.annotations, annotations, f"{ruleset} {seed}\n{game}")
                self.assertEqual(again.end().events, game.end().events, f"{ruleset} {seed}\n{game}")
                self.assertEqual(str(again), str(game))

    def test_line_behind_the_last_move_is_read_behind_the_end(self):
        text = '[Ruleset "shatranj"]\n[Result "1-0"]\n\n1. d3 d6 2. c3 b6 (3. e3 e6) 1-0\n'
        game = next(rukh.pgn.loads(text, strict=True))
        self.assertEqual(game.annotations, {5: [{"variation": [{"move": "e2e3"}, {"move": "e7e6"}]}]})
        self.assertEqual(game.result(), "1-0")


if __name__ == "__main__":
    unittest.main()
