/** Pointer and keyboard: drag, tap and tap, hold, arrows, Enter, Escape. */
import type { Board } from './board';
import { cellAt, step } from './geometry';

const DRAG_DISTANCE = 5;
const HOLD_DELAY = 550;

interface Press {
  id: number;
  from: string;
  x: number;
  y: number;
  piece: HTMLElement | null;
  dragging: boolean;
  wasSelected: boolean;
  timer: number;
}

const arrows: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  Home: [-16, 0],
  End: [16, 0],
};

/** Attaches pointer and keyboard listeners to a board; returns the function that detaches them. */
export function listen(board: Board): () => void {
  const pointer = new Pointer(board);
  const stop = new AbortController();
  const { signal } = stop;
  const root = board.grid;
  root.addEventListener('pointerdown', (event) => pointer.down(event), { signal });
  root.addEventListener('pointermove', (event) => pointer.move(event), { signal });
  root.addEventListener('pointerup', (event) => pointer.up(event), { signal });
  root.addEventListener('pointercancel', () => pointer.cancel(), { signal });
  root.addEventListener('contextmenu', (event) => pointer.isPressed && event.preventDefault(), { signal });
  root.addEventListener('keydown', (event) => press(board, pointer, event), { signal });
  return () => {
    pointer.cancel();
    stop.abort();
  };
}

function press(board: Board, pointer: Pointer, event: KeyboardEvent): void {
  const cell = (event.target as HTMLElement).dataset.cell;
  if (!cell || event.ctrlKey || event.altKey || event.metaKey) return;
  const arrow = arrows[event.key];
  if (arrow) {
    let next = cell;
    const repeats = Math.max(Math.abs(arrow[0]), Math.abs(arrow[1]));
    for (let i = 0; i < repeats; i++) {
      next = step(next, Math.sign(arrow[0]), Math.sign(arrow[1]), board.size, board.rotation);
    }
    board.focus(next, true);
  } else if (event.key === 'Enter' || event.key === ' ') board.activate(cell);
  else if (event.key === 'Escape') {
    pointer.cancel();
    board.escape();
  } else if (event.key === 'Delete' || event.key === 'Backspace') board.hold(cell);
  else return;
  event.preventDefault();
}

class Pointer {
  private held: Press | null = null;
  private over: Element | null = null;

  constructor(private readonly board: Board) {}

  get isPressed(): boolean {
    return this.held !== null;
  }

  down(event: PointerEvent): void {
    if (this.held || event.button !== 0) return;
    const from = this.cellUnder(event);
    if (!from) return;
    const wasSelected = this.board.selected === from;
    const isPiece = this.board.isMovable(from);
    const isAnswer = this.board.selected !== null && this.board.isTarget(this.board.selected, from);
    if (isPiece && !isAnswer) this.board.select(from);
    this.held = {
      id: event.pointerId, from, x: event.clientX, y: event.clientY, wasSelected, dragging: false,
      piece: isPiece && !isAnswer ? this.board.pieceAt(from) : null,
      timer: window.setTimeout(() => this.hold(from), HOLD_DELAY),
    };
  }

  move(event: PointerEvent): void {
    const held = this.held;
    if (!held || held.id !== event.pointerId) return;
    const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.dragging && Math.hypot(dx, dy) < DRAG_DISTANCE) return;
    clearTimeout(held.timer);
    if (!held.piece) return;
    if (!held.dragging) {
      held.dragging = true;
      this.board.grid.setPointerCapture(event.pointerId);
      held.piece.classList.add('dragging');
      held.piece.classList.toggle('touch', event.pointerType === 'touch');
    }
    this.follow(event, held.piece);
    this.hover(this.cellUnder(event));
  }

  up(event: PointerEvent): void {
    const held = this.held;
    if (!held || held.id !== event.pointerId) return;
    const to = this.cellUnder(event);
    this.release();
    if (!held.dragging) {
      if (to !== held.from) return;
      this.board.focus(to, false);
      if (held.piece && !held.wasSelected) return;
      this.board.activate(to);
    } else if (held.piece && to && this.board.isTarget(held.from, to)) {
      this.board.placeInstantly(held.piece, to);
      this.board.move(held.from, to);
    } else if (held.piece) {
      this.board.setPosition(held.piece, held.from);
      if (to && to !== held.from) this.board.rejectDrop(held.from, to);
      else if (!to) this.board.select(null);
    }
  }

  cancel(): void {
    const held = this.held;
    this.release();
    if (held?.piece && held.dragging) this.board.setPosition(held.piece, held.from);
  }

  private hold(cell: string): void {
    this.cancel();
    this.board.select(null);
    this.board.hold(cell);
  }

  private release(): void {
    if (this.held) clearTimeout(this.held.timer);
    this.held?.piece?.classList.remove('dragging', 'touch');
    this.held = null;
    this.hover(null);
  }

  private follow(event: PointerEvent, piece: HTMLElement): void {
    const box = this.board.grid.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    piece.style.transform = `translate(${x}px, ${y}px) translate(-50%, -50%)`;
  }

  private hover(cell: string | null): void {
    this.over?.classList.remove('over');
    this.over = cell ? this.board.grid.querySelector(`[data-cell="${cell}"]`) : null;
    this.over?.classList.add('over');
  }

  private cellUnder(event: PointerEvent): string | null {
    const box = this.board.grid.getBoundingClientRect();
    return cellAt(event.clientX, event.clientY, box, this.board.size, this.board.rotation);
  }
}
