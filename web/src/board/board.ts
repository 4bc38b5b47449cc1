/**
 * A board of any size: plain DOM and SVG with an imperative interface.
 * It knows geometry, piece identities and the given targets, but no rules.
 */
import './board.css';
import { drawnSize, fileName, isDark, parseCell, rowsOfCells, toGrid, toCoords, type Rotation, type Size } from './geometry';
import { listen } from './input';
import { Marks } from './marks';
import { Overlay, type PieceAnnotation, type Arrow } from './overlay';
import { drawField, findSkin, skinProperties } from './skin';

export interface BoardPiece {
  /** Stable identity of the physical piece. */
  id: number;
  cell: string;
  /** SVG text. */
  picture: string;
}

export interface Target {
  to: string;
  capture: boolean;
  /** Reachable only by retracting the piece's last move. */
  isSubstitution?: boolean;
}

export interface BoardState {
  size: Size;
  rotation: Rotation;
  skin: string;
  name: string;
  pieces: BoardPiece[];
  /** Legal targets by origin cell. */
  targets: Record<string, Target[]>;
  /** Cells of pieces that can be picked up for a premove before their targets are known. */
  premovable?: string[];
  /** Whether any piece may be dragged anywhere (demonstration by a spectator). */
  isFreeMove?: boolean;
  /** Whether presses and drags draw circles and arrows instead of moving (for screens without a right button). */
  isMarking?: boolean;
  /** Whether the edges show files and ranks; they do unless this is false. */
  coordinates?: boolean;
  arrows?: Arrow[];
  /** Circles and arrows kept by the page; without them the board keeps the reader's own until the next press. */
  marks?: readonly Omit<Arrow, 'kind'>[];
  annotations?: PieceAnnotation[];
  last: string[];
  check: string[];
  /** Accessible name of a cell; `target` is set if the selected piece can move there. */
  describe: (cell: string, target?: Target) => string;
}

export interface BoardEvents {
  move: (from: string, to: string) => void;
  select?: (cell: string | null) => void;
  /** Delete on the cell of a piece. */
  takeBack?: (cell: string) => void;
  /** Press and hold or I on a piece; a mouse that rests on it, until it leaves (null). */
  inspect?: (cell: string | null, how: InspectGesture) => void;
  /** A piece that cannot move was picked, or dropped on a cell that is not a target (`to`). */
  refused?: (from: string, to: string | null) => void;
  /** The reader drew a circle or an arrow, or drew it again, where the page keeps them. */
  mark?: (from: string, to: string) => void;
  /** A click on a cell without effect, or Escape with nothing selected. */
  cancelSelection?: () => void;
}

export type InspectGesture = 'hold' | 'key' | 'hover';

interface DrawnPiece {
  element: HTMLElement;
  cell: string;
  picture: string;
}

export class Board {
  readonly element = make('div', 'board');
  readonly grid = make('div', 'cells');
  private readonly field = make('div', 'field');
  private readonly layer = make('div', 'pieces');
  private readonly cells = new Map<string, HTMLElement>();
  private readonly pieces = new Map<number, DrawnPiece>();
  private readonly overlay = new Overlay();
  private readonly marks = new Marks();
  private readonly unlisten: () => void;
  private selectedCell: string | null = null;
  private focused = '';
  private drawn = '';

  constructor(
    host: HTMLElement,
    private state: BoardState,
    private readonly events: BoardEvents,
  ) {
    this.grid.setAttribute('role', 'grid');
    this.layer.setAttribute('aria-hidden', 'true');
    this.element.append(this.field, this.grid, this.layer, this.overlay.arrows, this.overlay.annotations);
    host.append(this.element);
    this.unlisten = listen(this);
    this.update({});
  }

  get size(): Size {
    return this.state.size;
  }

  get rotation(): Rotation {
    return this.state.rotation;
  }

  get selected(): string | null {
    return this.selectedCell;
  }

  get isMarking(): boolean {
    return this.state.isMarking ?? false;
  }

  update(change: Partial<BoardState>): void {
    this.state = { ...this.state, ...change };
    const { size, rotation, skin } = this.state;
    const key = [size.files, size.ranks, rotation, skin].join();
    if (key !== this.drawn) this.rebuild(key);
    if (this.selectedCell && !this.isMovable(this.selectedCell)) this.select(null);
    this.placePieces();
    this.element.classList.toggle('bare', this.state.coordinates === false);
    this.element.classList.toggle('marking', this.isMarking);
    this.drawOverlay();
    this.updateCells();
  }

  /** Draws or removes an arrow between two cells, or a circle around one. */
  mark(from: string, to: string): void {
    if (this.state.marks) return this.events.mark?.(from, to);
    this.marks.toggle(from, to);
    this.drawOverlay();
  }

  clearMarks(): void {
    if (this.marks.clear()) this.drawOverlay();
  }

  private drawOverlay(): void {
    const { size, rotation, arrows, annotations, marks } = this.state;
    const drawn = marks?.map((mark) => ({ ...mark, kind: 'mark' as const })) ?? this.marks.shown;
    this.overlay.draw(size, rotation, [...(arrows ?? []), ...drawn], annotations ?? []);
  }

  destroy(): void {
    this.unlisten();
    this.element.remove();
  }

  isMovable(cell: string): boolean {
    const { targets, premovable, isFreeMove } = this.state;
    if (targets[cell]?.length || premovable?.includes(cell)) return true;
    return !!isFreeMove && this.hasPiece(cell);
  }

  isTarget(from: string, to: string): boolean {
    if (this.state.isFreeMove) return from !== to;
    if (this.hasUnknownTargets(from)) return !this.state.premovable?.includes(to);
    return this.state.targets[from]?.some((target) => target.to === to) ?? false;
  }

  /** Whether the targets of a premovable piece are not known yet; the drop is checked later. */
  private hasUnknownTargets(cell: string): boolean {
    return !!this.state.premovable?.includes(cell) && !this.state.targets[cell];
  }

  select(cell: string | null): void {
    if (cell === this.selectedCell) return;
    this.selectedCell = cell;
    this.updateCells();
    this.events.select?.(cell);
  }

  /** Handles tap and Enter: selects a piece, or moves the selected one. */
  activate(cell: string): void {
    const from = this.selectedCell;
    if (from && this.isTarget(from, cell)) return this.move(from, cell);
    const next = cell !== from && this.isMovable(cell) ? cell : null;
    // An impossible move, or a piece that cannot move, asks for the reason.
    if (!next && cell !== from && (from || this.hasPiece(cell))) this.events.refused?.(from ?? cell, from && cell);
    if (from || next) this.select(next);
    else this.events.cancelSelection?.();
  }

  /** Handles a drop on a cell that is not a target. */
  rejectDrop(from: string, to: string): void {
    this.select(null);
    this.events.refused?.(from, to);
  }

  hasPiece(cell: string): boolean {
    return this.state.pieces.some((piece) => piece.cell === cell);
  }

  move(from: string, to: string): void {
    this.select(null);
    this.focus(to, false);
    this.events.move(from, to);
  }

  /** Escape: clears the selection, or else cancels premoves. */
  escape(): void {
    if (this.selectedCell) this.select(null);
    else this.events.cancelSelection?.();
  }

  takeBack(cell: string): void {
    this.events.takeBack?.(cell);
  }

  inspect(cell: string | null, how: InspectGesture): void {
    this.events.inspect?.(cell, how);
  }

  /** Moves the tab stop; also the focus if `really`. */
  focus(cell: string, really: boolean): void {
    this.cells.get(this.focused)?.setAttribute('tabindex', '-1');
    const element = this.cells.get(cell);
    if (!element) return;
    this.focused = cell;
    element.setAttribute('tabindex', '0');
    if (really) element.focus();
  }

  pieceAt(cell: string): HTMLElement | null {
    for (const piece of this.pieces.values()) if (piece.cell === cell) return piece.element;
    return null;
  }

  /** Positions a piece without a transition, as after a drop. */
  placeInstantly(element: HTMLElement, cell: string): void {
    element.style.transition = 'none';
    this.setPosition(element, cell);
    void element.offsetWidth;
    element.style.transition = '';
    for (const piece of this.pieces.values()) if (piece.element === element) piece.cell = cell;
  }

  setPosition(element: HTMLElement, cell: string): void {
    const coords = parseCell(cell);
    if (!coords) return;
    const { column, row } = toGrid(coords, this.size, this.rotation);
    element.style.transform = `translate(${column * 100}%, ${row * 100}%)`;
  }

  private rebuild(key: string): void {
    const { size, rotation, skin: id } = this.state;
    const skin = findSkin(id);
    const { columns, rows } = drawnSize(size, rotation);
    this.drawn = key;
    const style = this.element.style;
    style.setProperty('--columns', String(columns));
    style.setProperty('--rows', String(rows));
    for (const [name, value] of Object.entries(skinProperties(skin))) style.setProperty(`--${name}`, value);
    this.element.dataset.skin = skin.id;
    const texture = skin.texture ? `url("data:image/svg+xml,${encodeURIComponent(skin.texture)}")` : 'none';
    style.setProperty('--texture', texture);
    const corner = toCoords({ column: 0, row: 0 }, size, rotation);
    this.field.innerHTML = drawField(columns, rows, isDark(corner), skin);
    this.buildCells();
    this.element.querySelectorAll('.edge').forEach((edge) => edge.remove());
    this.element.append(this.buildEdge('bottom', columns), this.buildEdge('left', rows));
    for (const piece of this.pieces.values()) this.placeInstantly(piece.element, piece.cell);
  }

  private buildCells(): void {
    const hadFocus = this.grid.contains(document.activeElement);
    this.cells.clear();
    const rows = rowsOfCells(this.size, this.rotation).map((names) => {
      const row = make('div', 'row');
      row.setAttribute('role', 'row');
      for (const name of names) {
        const cell = make('div', 'cell');
        cell.setAttribute('role', 'gridcell');
        cell.setAttribute('tabindex', '-1');
        cell.dataset.cell = name;
        this.cells.set(name, cell);
        row.append(cell);
      }
      return row;
    });
    this.grid.replaceChildren(...rows);
    const start = this.cells.has(this.focused) ? this.focused : Object.keys(this.state.targets)[0];
    this.focus(start && this.cells.has(start) ? start : 'a1', hadFocus);
  }

  private buildEdge(where: 'bottom' | 'left', count: number): HTMLElement {
    const edge = make('div', `edge ${where}`);
    edge.setAttribute('aria-hidden', 'true');
    for (let i = 0; i < count; i++) {
      const label = make('span', '');
      const coords = toCoords(where === 'bottom' ? { column: i, row: 0 } : { column: 0, row: i }, this.size, this.rotation);
      const isFile = (where === 'bottom') === (this.rotation % 180 === 0);
      label.textContent = isFile ? fileName(coords.file) : String(coords.rank + 1);
      edge.append(label);
    }
    return edge;
  }

  private placePieces(): void {
    const present = new Set<number>();
    for (const piece of this.state.pieces) {
      present.add(piece.id);
      const known = this.pieces.get(piece.id);
      if (!known) this.pieces.set(piece.id, this.addPiece(piece));
      else {
        if (known.picture !== piece.picture) known.element.innerHTML = piece.picture;
        if (known.cell !== piece.cell) this.raise(known.element);
        known.cell = piece.cell;
        known.picture = piece.picture;
        if (!known.element.classList.contains('dragging')) this.setPosition(known.element, piece.cell);
      }
    }
    for (const [id, piece] of this.pieces) {
      if (present.has(id)) continue;
      this.pieces.delete(id);
      piece.element.classList.add('captured');
      setTimeout(() => piece.element.remove(), 180);
    }
  }

  private addPiece(piece: BoardPiece): DrawnPiece {
    const element = make('div', 'piece');
    element.innerHTML = piece.picture;
    this.setPosition(element, piece.cell);
    this.layer.append(element);
    return { element, cell: piece.cell, picture: piece.picture };
  }

  /** Moving pieces are drawn above the others. */
  private raise(element: HTMLElement): void {
    element.classList.add('moving');
    setTimeout(() => element.classList.remove('moving'), 200);
  }

  private updateCells(): void {
    const { targets, premovable, last, check, describe, name } = this.state;
    this.grid.setAttribute('aria-label', name);
    const reachable = new Map((this.selectedCell ? targets[this.selectedCell] : undefined)?.map((target) => [target.to, target]));
    for (const [cell, element] of this.cells) {
      const target = reachable.get(cell);
      const list = element.classList;
      const isAhead = !!premovable?.includes(cell);
      list.toggle('movable', !isAhead && this.isMovable(cell));
      list.toggle('premovable', isAhead);
      list.toggle('selected', cell === this.selectedCell);
      list.toggle('target', !!target && !target.capture);
      list.toggle('capture', !!target && target.capture);
      list.toggle('substitute', !!target?.isSubstitution);
      list.toggle('last', last.includes(cell));
      list.toggle('check', check.includes(cell));
      const text = describe(cell, target);
      if (element.getAttribute('aria-label') !== text) element.setAttribute('aria-label', text);
      element.setAttribute('aria-selected', String(cell === this.selectedCell));
    }
  }
}

function make(tag: string, name: string): HTMLElement {
  const element = document.createElement(tag);
  if (name) element.className = name;
  return element;
}
