"""Speeds of rukh beside pyffish and python-chess, on the same work.

    maturin build --release --manifest-path python/Cargo.toml
    pip install target/wheels/rukh-*.whl numpy pyffish==0.0.90 chess==1.11.2
    python python/benches/speed.py [--seconds 2]

Every figure is the best of three rounds, each at least so many seconds long; the counts of all
programs are compared first. A figure says little without another of the same machine and hour.
"""

import argparse
import time

import chess
import pyffish
import rukh
import rukh.bulk

#: Positions of one game that the bulk functions get.
POSITIONS = 1_000


def best(work, seconds):
    """Units of work in a second: `work` returns how many it has done."""
    speeds = []
    for _ in range(3):
        done, since = 0, time.perf_counter()
        while True:
            done += work()
            took = time.perf_counter() - since
            if took >= seconds:
                break
        speeds.append(done / took)
    return max(speeds)


def positions(count):
    """FENs of games of shatranj, in the letters of Fairy-Stockfish, which both programs read."""
    found, seed = [], 1
    while len(found) < count:
        board = rukh.Board("shatranj")
        for _ in range(60):
            moves = list(board.legal_moves)
            if not moves:
                break
            seed = seed * 6364136223846793005 % 2**64
            board.push(moves[(seed >> 33) % len(moves)])
            # Only positions in which no law has ended the game: programs differ about those.
            if board.is_game_over():
                break
            found.append(board.fen("fsf"))
    return found[:count]


def pyffish_perft(fen, depth):
    moves = pyffish.legal_moves("shatranj", fen, [])
    if depth == 1:
        return len(moves)
    return sum(pyffish_perft(pyffish.get_fen("shatranj", fen, [move]), depth - 1) for move in moves)


def loop_perft(board, depth):
    """Perft in a loop of Python: every move is made and taken back."""
    if depth == 1:
        return len(list(board.legal_moves))
    count = 0
    for move in board.legal_moves:
        board.push(move)
        count += loop_perft(board, depth - 1)
        board.pop()
    return count


def chess_loop(fens):
    count = 0
    for fen in fens:
        count += len(list(chess.Board(fen).legal_moves))
    return count


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=1.0, help="least length of a round")
    seconds = parser.parse_args().seconds
    fens = positions(POSITIONS)
    start = fens[0]
    rows = []

    def row(what, unit, **work):
        rows.append((what, unit, {name: best(one, seconds) for name, one in work.items()}))

    wanted = [len(pyffish.legal_moves("shatranj", fen, [])) for fen in fens]
    offsets = rukh.bulk.legal_moves(fens, "shatranj", dialect="fsf").offsets
    assert (offsets[1:] - offsets[:-1]).tolist() == wanted, "the programs disagree about moves"
    assert pyffish_perft(start, 3) == rukh.Board("shatranj", start, dialect="fsf").perft(3)

    # python-chess knows no shatranj: it generates the moves of as many positions of chess.
    chess_fens, board = [], chess.Board()
    while len(chess_fens) < POSITIONS:
        moves = list(board.legal_moves)
        board.push(moves[(7 * len(chess_fens)) % len(moves)])
        if board.is_game_over() or len(board.move_stack) > 80:
            board = chess.Board()
        chess_fens.append(board.fen())

    def rukh_boards():
        return sum(len(list(rukh.Board("shatranj", fen, dialect="fsf").legal_moves)) for fen in fens)

    row(
        "FEN to legal moves, one call each",
        "moves/s",
        rukh=rukh_boards,
        pyffish=lambda: sum(len(pyffish.legal_moves("shatranj", fen, [])) for fen in fens),
        python_chess=lambda: chess_loop(chess_fens),
    )
    row(
        "FEN to legal moves, in bulk",
        "moves/s",
        rukh=lambda: len(rukh.bulk.legal_moves(fens, "shatranj", dialect="fsf").moves),
    )
    row(
        "perft, depth 3, in a loop of Python",
        "leaves/s",
        rukh=lambda: loop_perft(rukh.Board("shatranj"), 3),
        pyffish=lambda: pyffish_perft(start, 3),
        python_chess=lambda: loop_perft(chess.Board(), 3),
    )
    row("perft, depth 5, in the package", "leaves/s", rukh=lambda: rukh.Board("shatranj").perft(5))

    ours, theirs = rukh.Board("shatranj"), chess.Board()
    our_moves, their_moves = list(ours.legal_moves), list(theirs.legal_moves)

    def make(board, moves):
        for move in moves:
            board.push(move)
            board.pop()
        return len(moves)

    first = pyffish.legal_moves("shatranj", start, [])
    row(
        "a move made and taken back",
        "pairs/s",
        rukh=lambda: make(ours, our_moves),
        pyffish=lambda: len([pyffish.get_fen("shatranj", start, [move]) for move in first]),
        python_chess=lambda: make(theirs, their_moves),
    )
    row(
        "legal moves of a board at hand",
        "moves/s",
        rukh=lambda: len(list(ours.legal_moves)),
        python_chess=lambda: len(list(theirs.legal_moves)),
    )

    print("| work | unit | rukh | pyffish | python-chess (chess) |\n|---|---|--:|--:|--:|")
    for what, unit, found in rows:
        cells = [f"{found[name]:,.0f}" if name in found else "" for name in ["rukh", "pyffish", "python_chess"]]
        print(f"| {what} | {unit} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
