/** Pointer and keyboard: drag, tap and tap, hold, hover, marks, arrows, Enter, Escape. */
import type { Board } from './board';
import { cellAt, step } from './geometry';

const DRAG_DISTANCE = 5;
/** Milliseconds of a press that is a long one; not with a mouse, whose owner may press and think. */
const HOLD_DELAY = 550;
/** Milliseconds a mouse rests on a piece before it counts as a question. */
const HOVER_DELAY = 1100;
const RIGHT_BUTTON = 2;

interface Press {
  id: number;
  from: string;
  x: number;
  y: number;
  piece: HTMLElement | null;
  dragging: boolean;
  wasSelected: boolean;
  /** Whether the press draws a circle or an arrow. */
  isMark: boolean;
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
  root.addEventListener('pointerleave', () => pointer.leave(), { signal });
  root.addEventListener('contextmenu', (event) => event.preventDefault(), { signal });
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
  } else if (event.key === 'Delete' || event.key === 'Backspace') board.takeBack(cell);
  else if (event.key.toLowerCase() === 'i' && board.hasPiece(cell)) board.inspect(cell, 'key');
  else return;
  event.preventDefault();
}

class Pointer {
  private held: Press | null = null;
  private over: Element | null = null;

  private hoverTimer = 0;
  private hovered: string | null = null;
  private isInspecting = false;

  constructor(private readonly board: Board) {}

  down(event: PointerEvent): void {
    const isMark = event.button === RIGHT_BUTTON || (event.button === 0 && this.board.isMarking);
    if (this.held || (event.button !== 0 && !isMark)) return;
    const from = this.cellUnder(event);
    if (!from) return;
    this.rest(null);
    if (isMark) {
      this.held = {
        id: event.pointerId,
        from,
        x: event.clientX,
        y: event.clientY,
        wasSelected: false,
        dragging: false,
        isMark,
        piece: null,
        timer: 0,
      };
      return;
    }
    this.board.clearMarks();
    const wasSelected = this.board.selected === from;
    const isPiece = this.board.isMovable(from);
    const isAnswer = this.board.selected !== null && this.board.isTarget(this.board.selected, from);
    if (isPiece && !isAnswer) this.board.select(from);
    this.held = {
      id: event.pointerId,
      from,
      x: event.clientX,
      y: event.clientY,
      wasSelected,
      dragging: false,
      isMark,
      piece: isPiece && !isAnswer ? this.board.pieceAt(from) : null,
      timer: event.pointerType !== 'mouse' && this.board.hasPiece(from) ? window.setTimeout(() => this.hold(from), HOLD_DELAY) : 0,
    };
  }

  move(event: PointerEvent): void {
    const held = this.held;
    if (!held && event.pointerType === 'mouse') this.rest(this.cellUnder(event));
    if (!held || held.isMark || held.id !== event.pointerId) return;
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
    if (held.isMark) return void (to && this.board.mark(held.from, to));
    if (!held.dragging) {
      // A piece that cannot be picked up was drawn away: it stays, and asks why.
      if (to !== held.from) return void (to && this.board.hasPiece(held.from) && this.board.rejectDrop(held.from, to));
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
    clearTimeout(this.hoverTimer);
    this.release();
    if (held?.piece && held.dragging) this.board.setPosition(held.piece, held.from);
  }

  /** The mouse has left the board. */
  leave(): void {
    this.rest(null);
  }

  private hold(cell: string): void {
    this.cancel();
    this.board.select(null);
    this.board.inspect(cell, 'hold');
  }

  /** Follows a mouse without a pressed button: it asks about a piece on which it rests. */
  private rest(cell: string | null): void {
    if (cell === this.hovered) return;
    this.hovered = cell;
    clearTimeout(this.hoverTimer);
    if (this.isInspecting) this.board.inspect(null, 'hover');
    this.isInspecting = false;
    if (!cell || !this.board.hasPiece(cell) || this.board.selected) return;
    this.hoverTimer = window.setTimeout(() => {
      this.isInspecting = true;
      this.board.inspect(cell, 'hover');
    }, HOVER_DELAY);
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
