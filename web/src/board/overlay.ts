/** Annotation layer over the board: arrows and translucent pieces. */
import { drawnSize, parseCell, toGrid, type Rotation, type Size } from './geometry';

/** An arrow for a move that has not been made, or drawn by the reader; from a cell to itself it is a circle. */
export interface Arrow {
  from: string;
  to: string;
  kind: 'premove' | 'demo' | 'mark';
  /** The letter of a mark's colour, if it is not the board's own: `G`, `R`, `Y`, `B`. */
  colour?: string;
}

/** A translucent piece shown by another person. */
export interface PieceAnnotation {
  /** Stable identity across updates. */
  key: string;
  cell: string;
  /** SVG text. */
  picture: string;
  name: string;
}

export class Overlay {
  readonly arrows = layer('arrows');
  readonly annotations = layer('annotations');
  private drawn = '';
  private readonly shown = new Map<string, HTMLElement>();

  draw(size: Size, rotation: Rotation, arrows: readonly Arrow[], annotations: readonly PieceAnnotation[]): void {
    const html = arrows.length ? drawArrows(size, rotation, arrows) : '';
    if (html !== this.drawn) this.arrows.innerHTML = this.drawn = html;
    const keys = new Set(annotations.map((annotation) => annotation.key));
    for (const [key, element] of this.shown) {
      if (keys.has(key)) continue;
      element.remove();
      this.shown.delete(key);
    }
    for (const annotation of annotations) {
      const element = this.shown.get(annotation.key) ?? this.addAnnotation(annotation);
      positionElement(element, annotation.cell, size, rotation);
    }
  }

  private addAnnotation(annotation: PieceAnnotation): HTMLElement {
    const element = drawAnnotation(annotation);
    this.shown.set(annotation.key, element);
    this.annotations.append(element);
    return element;
  }
}

function drawArrows(size: Size, rotation: Rotation, arrows: readonly Arrow[]): string {
  const { columns, rows } = drawnSize(size, rotation);
  const lines = arrows.map(({ from, to, kind, colour }) => {
    const [start, end] = [cellCentre(from, size, rotation), cellCentre(to, size, rotation)];
    if (!start || !end) return '';
    const look = `class="${kind}"${colour ? ` data-colour="${colour}"` : ''}`;
    if (from === to) return `<g ${look}><circle class="shaft" cx="${start.x}" cy="${start.y}" r="43"/></g>`;
    const length = Math.hypot(end.x - start.x, end.y - start.y) || 1;
    const [dx, dy] = [(end.x - start.x) / length, (end.y - start.y) / length];
    // The shaft leaves the piece that it starts from free, and ends where the arrow head begins.
    const tail = { x: start.x + dx * 30, y: start.y + dy * 30 };
    const tip = { x: end.x - dx * 12, y: end.y - dy * 12 };
    const neck = { x: tip.x - dx * 24, y: tip.y - dy * 24 };
    const head = `M${tip.x} ${tip.y}L${neck.x - dy * 16} ${neck.y + dx * 16}L${neck.x + dy * 16} ${neck.y - dx * 16}Z`;
    return `<g ${look}><path class="shaft" d="M${tail.x} ${tail.y}L${neck.x} ${neck.y}"/><path class="head" d="${head}"/></g>`;
  });
  return `<svg viewBox="0 0 ${columns * 100} ${rows * 100}" aria-hidden="true">${lines.join('')}</svg>`;
}

function cellCentre(cell: string, size: Size, rotation: Rotation): { x: number; y: number } | null {
  const coords = parseCell(cell);
  if (!coords) return null;
  const { column, row } = toGrid(coords, size, rotation);
  return { x: column * 100 + 50, y: row * 100 + 50 };
}

function drawAnnotation(annotation: PieceAnnotation): HTMLElement {
  const element = document.createElement('div');
  element.className = 'piece annotation';
  element.dataset.annotation = annotation.cell;
  element.innerHTML = annotation.picture;
  const name = document.createElement('span');
  name.textContent = annotation.name;
  element.append(name);
  return element;
}

function positionElement(element: HTMLElement, cell: string, size: Size, rotation: Rotation): void {
  const coords = parseCell(cell);
  if (!coords) return;
  const { column, row } = toGrid(coords, size, rotation);
  element.style.transform = `translate(${column * 100}%, ${row * 100}%)`;
}

function layer(name: string): HTMLElement {
  const element = document.createElement('div');
  element.className = name;
  element.setAttribute('aria-hidden', 'true');
  return element;
}
