"""python-chess drives `rukh uci` through a session, as any UCI client would.

It knows no shatranj, so its board of chess is told the few things that differ;
that makes it a second opinion on every move the engine sends. Needs the package
`chess` (python-chess).
    python_chess.py RUKH-BINARY
"""

import sys
from collections.abc import Iterator

import chess
import chess.engine

NODES = 2_000
MOST_PLIES = 2_000
# Plies without progress after which shatranj is drawn.
MOST_IDLE = 140


class Shatranj(chess.Board):
    """Elephants leap two cells aslant, counsellors step one, pawns only one ahead."""

    uci_variant = "shatranj"
    starting_fen = "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w - - 0 1"

    def __init__(self, fen: str | None = starting_fen, *, chess960: bool = False) -> None:
        super().__init__(fen, chess960=chess960)

    def reset(self) -> None:
        super().reset()
        self.castling_rights = chess.BB_EMPTY

    def _reach(self, square: chess.Square, distance: int) -> chess.Bitboard:
        file, rank = chess.square_file(square), chess.square_rank(square)
        cells = ((file + i, rank + j) for i in (-distance, distance) for j in (-distance, distance))
        return sum(chess.BB_SQUARES[chess.square(i, j)] for i, j in cells if 0 <= i < 8 and 0 <= j < 8)

    def attacks_mask(self, square: chess.Square) -> chess.Bitboard:
        match self.piece_type_at(square):
            case chess.BISHOP:
                return self._reach(square, 2)
            case chess.QUEEN:
                return self._reach(square, 1)
            case _:
                return super().attacks_mask(square)

    def attackers_mask(
        self, color: chess.Color, square: chess.Square, occupied: chess.Bitboard | None = None
    ) -> chess.Bitboard:
        men = chess.scan_forward(self.occupied_co[color])
        return sum(chess.BB_SQUARES[man] for man in men if self.attacks_mask(man) & chess.BB_SQUARES[square])

    def generate_legal_moves(
        self, from_mask: chess.Bitboard = chess.BB_ALL, to_mask: chess.Bitboard = chess.BB_ALL
    ) -> Iterator[chess.Move]:
        for move in self.generate_pseudo_legal_moves(from_mask, to_mask):
            is_pawn = self.piece_type_at(move.from_square) == chess.PAWN
            is_long = is_pawn and abs(move.to_square - move.from_square) == 16
            if is_long or move.promotion not in (None, chess.QUEEN):
                continue
            if not self.is_into_check(move):
                yield move

    def is_into_check(self, move: chess.Move) -> bool:
        after = self.copy(stack=False)
        after.push(move)
        king = after.king(self.turn)
        return bool(after.attackers_mask(after.turn, king))

    def is_legal(self, move: chess.Move) -> bool:
        return move in self.generate_legal_moves()

    def is_bare(self, color: chess.Color) -> bool:
        return self.occupied_co[color].bit_count() == 1


def perft(board: Shatranj, depth: int) -> int:
    """Leaves so many plies below the board: that this board is shatranj's."""
    total = 0
    for move in board.generate_legal_moves():
        after = board.copy(stack=False)
        after.push(move)
        total += perft(after, depth - 1) if depth > 1 else 1
    return total


def play(engine: chess.engine.SimpleEngine) -> tuple[Shatranj, str]:
    """The engine against itself, until somebody is bared or cannot move, or all comes a third time."""
    board = Shatranj()
    for _ in range(MOST_PLIES):
        if board.is_bare(board.turn):
            return board, "bared"
        if not any(board.generate_legal_moves()):
            return board, "without a move"
        if board.is_repetition(3):
            return board, "here for the third time"
        if board.halfmove_clock >= MOST_IDLE:
            return board, "idle for too long"
        # python-chess refuses whatever this board does not hold legal.
        board.push(engine.play(board, chess.engine.Limit(nodes=NODES), game=board.root()).move)
    return board, "still playing"


def main(binary: str) -> None:
    """The session; whatever goes wrong is raised."""
    assert perft(Shatranj(), 3) == 4_176, "the referee's shatranj is not shatranj"
    with chess.engine.SimpleEngine.popen_uci([binary, "uci"], timeout=60) as engine:
        print(f"{engine.id['name']}: {len(engine.options)} options")
        engine.configure({"Hash": 32, "Threads": 2, "UCI_ShowWDL": True})
        lines = engine.analyse(Shatranj(), chess.engine.Limit(depth=8), multipv=3)
        assert len(lines) == 3 and len({line["pv"][0] for line in lines}) == 3, lines
        scores = [line["score"].relative.score(mate_score=100_000) for line in lines]
        assert scores == sorted(scores, reverse=True), scores
        assert all("wdl" in line for line in lines), lines
        only = chess.Move.from_uci("a2a3")
        found = engine.play(Shatranj(), chess.engine.Limit(time=0.2), root_moves=[only], ponder=True)
        assert found.move == only, found
        with engine.analysis(Shatranj()) as analysis:
            deepest = next(info for info in analysis if info.get("depth", 0) >= 6)
        print(f"stopped at depth {deepest['depth']}: {Shatranj().variation_san(deepest['pv'][:4])}")
        engine.configure({"Threads": 1})
        board, end = play(engine)
        assert end != "still playing", board.fen()
        print(f"{board.ply()} plies, {'White' if board.turn else 'Black'} {end} in {board.fen()}")
        engine.quit()
    assert engine.protocol.returncode.result() == 0, "the engine ended otherwise than it was told to"


if __name__ == "__main__":
    main(sys.argv[1])
