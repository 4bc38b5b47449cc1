"""The recipe of the book for python-chess, with the program `rukh` beside the package."""

import contextlib
import io
import os
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("RUKH_BIN")
#: The games of 8×8 cells.
GAMES = ["shatranj", "senterej", "senterej-ras-imru"]


@unittest.skipUnless(PROGRAM, "RUKH_BIN should be the path of the program")
class PythonChessTest(unittest.TestCase):
    def recipe(self):
        """The code of the page, and what it prints."""
        page = (ROOT / "docs/engine.md").read_text()
        found = re.search(r"```python\n(.*?)```\n\n```text\n(.*?)```", page, re.DOTALL)
        return found.group(1).replace('"rukh", "uci"', f'{PROGRAM!r}, "uci"'), found.group(2)

    def run_recipe(self, code):
        """What the code prints, and its names."""
        output, names = io.StringIO(), {"__name__": "recipe"}
        with contextlib.redirect_stdout(output):
            exec(compile(code, "recipe", "exec"), names)
        return output.getvalue(), names

    def test_recipe_runs_and_prints_what_it_says(self):
        code, printed = self.recipe()
        for game in GAMES:
            output, names = self.run_recipe(code.replace('"senterej"', repr(game), 1))
            self.assertEqual(output, printed, game)
            board = names["board"]
            self.assertEqual(board.ply(), 20, board)
            self.assertEqual(board.fen().split()[0], board.game().fen("fsf").split()[0], "both made the same moves")

    def test_end_of_a_game_is_that_of_the_laws(self):
        import chess

        _, names = self.run_recipe(self.recipe()[0].replace('"senterej"', '"shatranj"', 1))
        board = names["Board"]("7k/8/6K1/8/8/8/8/R6r w - - 0 1")
        board.push_uci("a1h1")
        self.assertEqual(board.outcome().winner, chess.WHITE)
        promoting = names["Board"]("k6r/4P3/8/8/8/8/8/K6R w - - 0 1")
        self.assertIn(chess.Move.from_uci("e7e8q"), list(promoting.legal_moves))
        self.assertRaises(chess.IllegalMoveError, promoting.push_uci, "e7e8n")

    def test_variant_is_managed_by_the_class_of_the_board(self):
        import chess.engine

        with chess.engine.SimpleEngine.popen_uci([PROGRAM, "uci"], timeout=60) as engine:
            with self.assertRaises(chess.engine.EngineError) as caught:
                engine.configure({"UCI_Variant": "shatranj"})
            self.assertIn("automatically managed", str(caught.exception))


if __name__ == "__main__":
    unittest.main()
