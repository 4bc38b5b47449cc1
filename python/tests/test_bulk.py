"""Arrays of many positions and games, against boards one by one."""

import pathlib
import tempfile
import unittest

import numpy as np
import rukh
import rukh.bulk
import rukh.pgn


def fens(ruleset, count):
    """The FENs of a game of first and last moves."""
    board, found = rukh.Board(ruleset), []
    while len(found) < count and not board.is_game_over():
        if board.needs_throw:
            board.push_throw(1 + len(found) % 6)
        else:
            moves = list(board.legal_moves)
            board.push(moves[-1 if len(found) % 3 else 0])
        found.append(board.fen())
    return found


class PositionTest(unittest.TestCase):
    def test_features_and_cells_equal_the_board(self):
        for ruleset in ["shatranj", "oblong-dice", "mideast", "senterej"]:
            rules, positions = rukh.Ruleset(ruleset), fens(ruleset, 40)
            letters = [piece["letter"] for piece in rules.pieces]
            found = rukh.bulk.features(positions, rules)
            codes, turns = rukh.bulk.cells(positions, rules, threads=2)
            kinds = len(letters)
            self.assertEqual(found.planes.shape, (len(positions), 2 * kinds, rules.ranks, rules.files))
            self.assertEqual(found.planes.dtype, np.uint8)
            np.testing.assert_array_equal(found.turn, turns)
            for index, fen in enumerate(positions):
                board = rukh.Board(rules, fen)
                pieces = board.piece_map()
                self.assertEqual(found.planes[index].sum(), len(pieces))
                self.assertEqual(np.count_nonzero(codes[index]), len(pieces))
                for square, piece in pieces.items():
                    rank, file = divmod(square, rules.files)
                    plane = letters.index(piece.piece_type) + (0 if piece.color else kinds)
                    self.assertEqual(found.planes[index, plane, rank, file], 1)
                    self.assertEqual(codes[index, rank, file], plane + 1)
                turn = {True: 0, False: 1, None: rukh.bulk.NO_SIDE}[board.turn]
                self.assertEqual(turns[index], turn)
            counts = found.planes.reshape(len(positions), 2, kinds, -1).sum(axis=3)
            np.testing.assert_array_equal(counts, found.counts)

    def test_legal_moves_equal_the_board(self):
        for ruleset in ["shatranj", "oblong-dice", "mideast", "senterej"]:
            rules, positions = rukh.Ruleset(ruleset), fens(ruleset, 40)
            letters = [piece["letter"] for piece in rules.pieces]
            found = rukh.bulk.legal_moves(positions, rules, threads=2)
            self.assertEqual(len(found.offsets), len(positions) + 1)
            for index, fen in enumerate(positions):
                texts = []
                for origin, target, promotion in found.moves[found.offsets[index] : found.offsets[index + 1]]:
                    if promotion == rukh.bulk.PASS:
                        texts.append("--")
                        continue
                    letter = "" if promotion == rukh.bulk.NO_PROMOTION else letters[promotion]
                    texts.append(rules.square_name(origin) + rules.square_name(target) + letter)
                legal = [move.uci() for move in rukh.Board(rules, fen).legal_moves]
                self.assertEqual(sorted(texts), sorted(legal), fen)

    def test_order_is_kept_with_any_number_of_threads(self):
        positions = fens("shatranj", 50)
        alone = rukh.bulk.perft(positions, 2, "shatranj")
        for threads in [2, 7, 200]:
            together = rukh.bulk.perft(positions, 2, "shatranj", threads=threads)
            np.testing.assert_array_equal(alone, together)
        self.assertEqual(alone.tolist(), [rukh.Board("shatranj", fen).perft(2) for fen in positions])

    def test_bad_fen_is_named_by_its_index(self):
        positions = fens("shatranj", 20)
        positions[13] = "8/8 w"
        for call in [rukh.bulk.features, rukh.bulk.cells, rukh.bulk.legal_moves]:
            for threads in [1, 3]:
                with self.assertRaises(rukh.FenError) as caught:
                    call(positions, "shatranj", threads=threads)
                self.assertEqual((caught.exception.index, caught.exception.fen), (13, "8/8 w"))
        self.assertRaises(rukh.EngineError, rukh.bulk.perft, positions, 1, "shatranj", threads=0)
        self.assertRaises(TypeError, rukh.bulk.perft, [1], 1, "shatranj")

    def test_no_position_gives_empty_arrays(self):
        self.assertEqual(rukh.bulk.features([], "shatranj").planes.shape, (0, 12, 8, 8))
        self.assertEqual(rukh.bulk.legal_moves([], "shatranj").offsets.tolist(), [0])
        self.assertEqual(rukh.bulk.perft([], 3, "shatranj").tolist(), [])


class ResultTest(unittest.TestCase):
    def test_results_equal_the_games(self):
        boards = [rukh.Board("shatranj") for _ in range(4)]
        boards[0].resign(rukh.BLACK)
        boards[1].push_uci("e2e3")
        boards[1].resign(rukh.WHITE)
        boards[2].agree_draw()
        text = rukh.pgn.dumps(rukh.pgn.Game(board) for board in boards)
        text += '\n[Ruleset "shatranj"]\n\n1. e5 *\n'
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "games.pgn"
            path.write_text(text)
            found = rukh.bulk.results(path)
        self.assertEqual(found.number.tolist(), [1, 2, 3, 4])
        self.assertEqual(found.result.tolist(), [1, -1, 0, 0])
        self.assertEqual(found.moves.tolist(), [0, 1, 0, 0])
        words = [rukh.bulk.TERMINATIONS[place] if place >= 0 else None for place in found.termination]
        self.assertEqual(words, ["resignation", "resignation", "agreement", None])
        self.assertEqual([error.game for error in found.errors], [5])
        self.assertRaises(FileNotFoundError, rukh.bulk.results, "/nowhere.pgn")


if __name__ == "__main__":
    unittest.main()
