"""The same counts and the same games as the Rust tests, from their data."""

import pathlib
import re
import unittest

import rukh
import rukh.bulk

RULES = pathlib.Path(__file__).resolve().parents[2] / "crates/rules/tests"
#: Counts above this take too long for every run.
CEILING = 1_000_000
#: A file of counts, the ruleset, the letters, and whether laws that end games count.
TABLES = [
    ("shatranj-nobare", "shatranj", "fsf", True),
    ("shatranj-ludii", "shatranj[bare=loss-at-once]", "own", False),
    ("senterej-nobare", "senterej", "fsf", True),
    ("oblong4x16", "oblong", "own", True),
    ("mideast-full", "mideast", "own", True),
    ("greenwood-full", "mideast-greenwood", "own", True),
    ("dice-shipped", "mustatila-307-ludii", "own", False),
    ("dice-legal_anydie", "oblong-dice-cazaux", "own", True),
    ("dice-kingcapture", "oblong-dice[pass=forced]", "own", True),
]
MASK = (1 << 64) - 1


def rows(file):
    """The rows of a file of counts: FEN, depth, leaves."""
    fen = ""
    for line in (RULES / f"data/perft/{file}.perft").read_text().splitlines():
        if line.startswith("fen "):
            fen = line.removeprefix("fen ")
        elif line and not line.startswith("#"):
            depth, leaves = map(int, line.split())
            if leaves <= CEILING:
                yield fen, depth, leaves


class PerftTest(unittest.TestCase):
    def test_bulk_perft_equals_reference(self):
        for file, ruleset, dialect, moves_only in TABLES:
            by_depth = {}
            for fen, depth, leaves in rows(file):
                by_depth.setdefault(depth, []).append((fen, leaves))
            self.assertGreater(sum(map(len, by_depth.values())), 10, file)
            for depth, wanted in by_depth.items():
                fens = [fen for fen, _ in wanted]
                found = rukh.bulk.perft(
                    fens, depth, ruleset, moves_only=moves_only, dialect=dialect, threads=2
                )
                self.assertEqual(found.tolist(), [leaves for _, leaves in wanted], f"{file} {depth}")

    def test_board_perft_equals_reference(self):
        checked = 0
        for file, ruleset, dialect, moves_only in TABLES:
            for fen, depth, leaves in rows(file):
                try:
                    board = rukh.Board(ruleset, fen, dialect=dialect)
                except rukh.FenError as error:
                    # Counted in bulk only, where a side not on move may stand in check.
                    self.assertIn("in check although", str(error))
                    continue
                if leaves <= CEILING // 10:
                    self.assertEqual(board.perft(depth, moves_only=moves_only), leaves, f"{fen} {depth}")
                    checked += 1
        self.assertGreater(checked, 100)

    def test_moves_pushed_one_by_one_give_the_same_count(self):
        def leaves(board, depth):
            if depth == 0:
                return 1
            count = 0
            for move in board.legal_moves:
                board.push(move)
                count += leaves(board, depth - 1)
                board.pop()
            return count

        for ruleset, depth in [("shatranj", 3), ("mideast", 2), ("senterej", 2)]:
            board = rukh.Board(ruleset)
            before = board.copy()
            self.assertEqual(leaves(board, depth), board.perft(depth), ruleset)
            self.assertEqual(board, before)


def mix(number):
    """The finaliser of SplitMix64, as in `crates/rules/src/hash.rs`."""
    z = (number * 0x9E37_79B9_7F4A_7C15) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58_476D_1CE4_E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D0_49BB_1331_11EB) & MASK
    return z ^ (z >> 31)


class Choices:
    """The sequence of random numbers of the recorded games."""

    def __init__(self, seed):
        self.state = seed

    def below(self, bound):
        self.state = (self.state + 1) & MASK
        return (mix(self.state) * bound) >> 64


def random_event(board, choices):
    """Lets the event happen that `crates/rules/tests/rules/support/playout.rs` chooses."""
    if board.node == "chance":
        faces = board.faces()
        board.push_throw(faces[choices.below(len(faces))].number)
    elif board.node == "choice":
        moves = list(board.legal_moves)
        board.push(moves[choices.below(len(moves))])
    else:
        color = [rukh.WHITE, rukh.BLACK][choices.below(2)]
        back = board.retractable(color)
        if back and choices.below(4) == 0:
            board.retract(color, back[choices.below(len(back))][0])
            return
        moves = list(board.moves_of(color))
        if choices.below(20) > 0:
            moves = [move for move in moves if not board.is_capture(move)]
        if moves:
            board.push(moves[choices.below(len(moves))])
        else:
            board.begin_turns()


class GoldenGameTest(unittest.TestCase):
    def test_game_of_a_seed_equals_its_record(self):
        text = (RULES / "rules/snapshots/rules__golden__games.snap").read_text()
        pattern = re.compile(r"^(\S+) ([0-9a-f]{16}) (\d+) events, ([^,]+), (.*)$", re.MULTILINE)
        records = pattern.findall(text)
        self.assertEqual([record[0] for record in records], rukh.rulesets())
        for ruleset, folded, events, ending, fen in records:
            board, choices, keys = rukh.Board(ruleset), Choices(2026), 0
            for _ in range(120):
                keys = mix(keys ^ board.key)
                if board.is_game_over():
                    break
                random_event(board, choices)
            outcome = board.outcome()
            self.assertEqual(
                (f"{keys:016x}", str(len(board.events)), outcome.termination if outcome else "goes on"),
                (folded, events, ending),
                ruleset,
            )
            self.assertEqual(board.fen(), fen, ruleset)
            end = board.copy()
            for _ in range(int(events)):
                board.pop()
            self.assertEqual(board, end.root(), ruleset)
            self.assertRaises(IndexError, board.pop)

    def test_fingerprint_of_every_ruleset_equals_its_record(self):
        text = (RULES / "rules/snapshots/rules__golden__fingerprints.snap").read_text()
        pattern = re.compile(r"^(\S+) (\d+) ([0-9a-f]{16})$", re.MULTILINE)
        found = [(id, str(rukh.Ruleset(id).revision), rukh.Ruleset(id).hash) for id in rukh.rulesets()]
        self.assertEqual(found, pattern.findall(text))


if __name__ == "__main__":
    unittest.main()
