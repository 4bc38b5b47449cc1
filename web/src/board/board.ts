/**
 * A board of any size: plain DOM and SVG with an imperative interface.
 * It knows geometry, men by their identity, and which moves it was told of; it knows no rules.
 */
import './board.css';
import { drawnSize, fileName, isDark, parseCell, rowsOfCells, toPlace, toSpot, type Rotation, type Size } from './geometry';
import { listen } from './input';
import { Overlay, type Ghost, type Path } from './overlay';
import { drawField, findSkin } from './skin';

export interface BoardMan {
  /** Stable identity: the same number is the same physical man. */
  id: number;
  cell: string;
  /** SVG text. */
  picture: string;
}

export interface Target {
  to: string;
  capture: boolean;
  /** Reached only by taking the man's last move back. */
  instead?: boolean;
}

export interface BoardState {
  size: Size;
  rotation: Rotation;
  skin: string;
  name: string;
  men: BoardMan[];
  /** Which cells hold a man that may move, and where to. */
  targets: Record<string, Target[]>;
  /** Men that may be chosen though nobody has said yet where they may go. */
  pickable?: string[];
  /** Every man may be set anywhere, for show. */
  isFree?: boolean;
  paths?: Path[];
  ghosts?: Ghost[];
  last: string[];
  check: string[];
  /** What a cell is called; `target` is what the chosen man may do there. */
  describe: (cell: string, target?: Target) => string;
}

export interface BoardEvents {
  move: (from: string, to: string) => void;
  select?: (cell: string | null) => void;
  /** A man was held down without being moved. */
  hold?: (cell: string) => void;
  /** A man was touched that cannot be chosen, or set down or sent where he may not go. */
  refused?: (from: string, to: string | null) => void;
  /** A cell was touched that neither chooses nor moves, or Escape was pressed with nothing chosen. */
  letGo?: () => void;
}

interface Placed {
  element: HTMLElement;
  cell: string;
  picture: string;
}

export class Board {
  readonly element = make('div', 'board');
  readonly grid = make('div', 'cells');
  private readonly field = make('div', 'field');
  private readonly layer = make('div', 'men');
  private readonly cells = new Map<string, HTMLElement>();
  private readonly men = new Map<number, Placed>();
  private readonly overlay = new Overlay();
  private readonly unlisten: () => void;
  private chosen: string | null = null;
  private focused = '';
  private drawn = '';

  constructor(host: HTMLElement, private state: BoardState, private readonly events: BoardEvents) {
    this.grid.setAttribute('role', 'grid');
    this.layer.setAttribute('aria-hidden', 'true');
    this.element.append(this.field, this.grid, this.overlay.paths, this.layer, this.overlay.ghosts);
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
    return this.chosen;
  }

  update(change: Partial<BoardState>): void {
    this.state = { ...this.state, ...change };
    const { size, rotation, skin } = this.state;
    const key = [size.files, size.ranks, rotation, skin].join();
    if (key !== this.drawn) this.rebuild(key);
    if (this.chosen && !this.isMovable(this.chosen)) this.select(null);
    this.placeMen();
    this.overlay.draw(size, rotation, this.state.paths ?? [], this.state.ghosts ?? []);
    this.mark();
  }

  destroy(): void {
    this.unlisten();
    this.element.remove();
  }

  isMovable(cell: string): boolean {
    const { targets, pickable, isFree } = this.state;
    if (targets[cell]?.length || pickable?.includes(cell)) return true;
    return !!isFree && this.holdsMan(cell);
  }

  isTarget(from: string, to: string): boolean {
    if (this.state.isFree) return from !== to;
    if (this.isUnsaid(from)) return !this.state.pickable?.includes(to);
    return this.state.targets[from]?.some((target) => target.to === to) ?? false;
  }

  /** A man chosen before anybody has said where he may go; it is found out when he is set down. */
  private isUnsaid(cell: string): boolean {
    return !!this.state.pickable?.includes(cell) && !this.state.targets[cell];
  }

  select(cell: string | null): void {
    if (cell === this.chosen) return;
    this.chosen = cell;
    this.mark();
    this.events.select?.(cell);
  }

  /** One act for tap, drop and Enter: choose a man, or move the chosen one. */
  activate(cell: string): void {
    const from = this.chosen;
    if (from && this.isTarget(from, cell)) return this.move(from, cell);
    const next = cell !== from && this.isMovable(cell) ? cell : null;
    // An empty cell beside the targets only lets the man go; a man there is meant.
    if (!next && cell !== from && this.holdsMan(cell)) this.events.refused?.(from ?? cell, from && cell);
    if (from || next) this.select(next);
    else this.events.letGo?.();
  }

  /** Lets go of a man who was dragged where he may not go. */
  putBack(from: string, to: string): void {
    this.select(null);
    this.events.refused?.(from, to);
  }

  private holdsMan(cell: string): boolean {
    return this.state.men.some((man) => man.cell === cell);
  }

  move(from: string, to: string): void {
    this.select(null);
    this.focus(to, false);
    this.events.move(from, to);
  }

  /** Escape: first the chosen man, then whatever else was meant. */
  escape(): void {
    if (this.chosen) this.select(null);
    else this.events.letGo?.();
  }

  hold(cell: string): void {
    this.events.hold?.(cell);
  }

  /** Moves the tab stop, and the focus with it when asked. */
  focus(cell: string, really: boolean): void {
    this.cells.get(this.focused)?.setAttribute('tabindex', '-1');
    const element = this.cells.get(cell);
    if (!element) return;
    this.focused = cell;
    element.setAttribute('tabindex', '0');
    if (really) element.focus();
  }

  manAt(cell: string): HTMLElement | null {
    for (const man of this.men.values()) if (man.cell === cell) return man.element;
    return null;
  }

  /** Puts a man where it belongs without a journey, as after a drop. */
  setDown(element: HTMLElement, cell: string): void {
    element.style.transition = 'none';
    this.locate(element, cell);
    void element.offsetWidth;
    element.style.transition = '';
    for (const man of this.men.values()) if (man.element === element) man.cell = cell;
  }

  locate(element: HTMLElement, cell: string): void {
    const spot = parseCell(cell);
    if (!spot) return;
    const { column, row } = toPlace(spot, this.size, this.rotation);
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
    for (const [name, colour] of Object.entries(skin.colours)) style.setProperty(`--${name}`, colour);
    this.element.dataset.skin = skin.id;
    const texture = skin.texture ? `url("data:image/svg+xml,${encodeURIComponent(skin.texture)}")` : 'none';
    style.setProperty('--texture', texture);
    const corner = toSpot({ column: 0, row: 0 }, size, rotation);
    this.field.innerHTML = drawField(columns, rows, isDark(corner), skin);
    this.buildCells();
    this.element.querySelectorAll('.edge').forEach((edge) => edge.remove());
    this.element.append(this.buildEdge('bottom', columns), this.buildEdge('left', rows));
    for (const man of this.men.values()) this.setDown(man.element, man.cell);
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
      const spot = toSpot(where === 'bottom' ? { column: i, row: 0 } : { column: 0, row: i }, this.size, this.rotation);
      const isFile = (where === 'bottom') === (this.rotation % 180 === 0);
      label.textContent = isFile ? fileName(spot.file) : String(spot.rank + 1);
      edge.append(label);
    }
    return edge;
  }

  private placeMen(): void {
    const present = new Set<number>();
    for (const man of this.state.men) {
      present.add(man.id);
      const known = this.men.get(man.id);
      if (!known) this.men.set(man.id, this.enter(man));
      else {
        if (known.picture !== man.picture) known.element.innerHTML = man.picture;
        if (known.cell !== man.cell) this.lift(known.element);
        known.cell = man.cell;
        known.picture = man.picture;
        if (!known.element.classList.contains('lifted')) this.locate(known.element, man.cell);
      }
    }
    for (const [id, man] of this.men) {
      if (present.has(id)) continue;
      this.men.delete(id);
      man.element.classList.add('taken');
      setTimeout(() => man.element.remove(), 180);
    }
  }

  private enter(man: BoardMan): Placed {
    const element = make('div', 'man');
    element.innerHTML = man.picture;
    this.locate(element, man.cell);
    this.layer.append(element);
    return { element, cell: man.cell, picture: man.picture };
  }

  /** Travelling men pass above the standing ones. */
  private lift(element: HTMLElement): void {
    element.classList.add('moving');
    setTimeout(() => element.classList.remove('moving'), 200);
  }

  private mark(): void {
    const { targets, pickable, last, check, describe, name } = this.state;
    this.grid.setAttribute('aria-label', name);
    const reachable = new Map((this.chosen ? targets[this.chosen] : undefined)?.map((target) => [target.to, target]));
    for (const [cell, element] of this.cells) {
      const target = reachable.get(cell);
      const list = element.classList;
      const isAhead = !!pickable?.includes(cell);
      list.toggle('movable', !isAhead && this.isMovable(cell));
      list.toggle('pickable', isAhead);
      list.toggle('selected', cell === this.chosen);
      list.toggle('target', !!target && !target.capture);
      list.toggle('capture', !!target && target.capture);
      list.toggle('instead', !!target?.instead);
      list.toggle('last', last.includes(cell));
      list.toggle('check', check.includes(cell));
      const text = describe(cell, target);
      if (element.getAttribute('aria-label') !== text) element.setAttribute('aria-label', text);
      element.setAttribute('aria-selected', String(cell === this.chosen));
    }
  }
}

function make(tag: string, name: string): HTMLElement {
  const element = document.createElement(tag);
  if (name) element.className = name;
  return element;
}
