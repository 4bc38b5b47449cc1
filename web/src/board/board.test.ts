import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Board, type BoardState } from './board';

const state: BoardState = {
  size: { files: 4, ranks: 16 },
  rotation: 0,
  skin: 'walnut',
  name: 'board',
  pieces: [{ id: 1, cell: 'a1', picture: '<svg></svg>' }, { id: 2, cell: 'b15', picture: '<svg></svg>' }],
  targets: { a1: [{ to: 'c3', capture: false }, { to: 'b15', capture: true }] },
  last: [],
  check: [],
  describe: (cell) => cell,
};

let board: Board;
const move = vi.fn();
const cell = (name: string) => board.element.querySelector<HTMLElement>(`[data-cell="${name}"]`)!;
const key = (name: string, code: string) => cell(name).dispatchEvent(new KeyboardEvent('keydown', { key: code, bubbles: true }));

beforeEach(() => {
  document.body.innerHTML = '';
  move.mockClear();
  board = new Board(document.body, state, { move });
});

describe('a board', () => {
  it('is a grid with one cell in the order of tabulation', () => {
    expect(board.grid.getAttribute('role')).toBe('grid');
    expect(board.element.querySelectorAll('[role=gridcell]')).toHaveLength(64);
    expect([...board.element.querySelectorAll<HTMLElement>('[tabindex="0"]')].map((one) => one.dataset.cell)).toEqual(['a1']);
  });

  it('moves by choosing a man and then a target', () => {
    board.activate('a1');
    expect(cell('c3').classList.contains('target')).toBe(true);
    expect(cell('b15').classList.contains('capture')).toBe(true);
    board.activate('c3');
    expect(move).toHaveBeenCalledWith('a1', 'c3');
    expect(board.selected).toBeNull();
  });

  it('forgets the choice on a cell that is no target', () => {
    board.activate('a1');
    board.activate('d4');
    expect(board.selected).toBeNull();
    expect(move).not.toHaveBeenCalled();
  });

  it('asks_why_where_a_man_cannot_move_or_not_there', () => {
    const refused = vi.fn();
    board.destroy();
    board = new Board(document.body, { ...state, targets: { a1: [{ to: 'c3', capture: false }] } }, { move, refused });
    board.activate('b15');
    expect(refused).toHaveBeenLastCalledWith('b15', null);
    board.activate('a1');
    board.activate('b15');
    expect(refused).toHaveBeenLastCalledWith('a1', 'b15');
    board.activate('a1');
    board.activate('d4');
    board.activate('d4');
    expect(refused).toHaveBeenCalledTimes(2);
    board.activate('a1');
    board.rejectDrop('a1', 'd4');
    expect(refused).toHaveBeenLastCalledWith('a1', 'd4');
    expect(board.selected).toBeNull();
  });

  it('names_targets_and_captures_of_the_chosen_man', () => {
    board.update({ describe: (name, target) => (target ? `${name} ${target.capture ? 'takes' : 'goes'}` : name) });
    board.activate('a1');
    expect(cell('c3').getAttribute('aria-label')).toBe('c3 goes');
    expect(cell('b15').getAttribute('aria-label')).toBe('b15 takes');
    board.activate('a1');
    expect(cell('b15').getAttribute('aria-label')).toBe('b15');
  });

  it('keeps a man the same element while it travels', () => {
    const before = board.pieceAt('a1');
    board.update({ pieces: [{ id: 1, cell: 'c3', picture: '<svg></svg>' }] });
    expect(board.pieceAt('c3')).toBe(before);
    expect(board.pieceAt('b15')).toBeNull();
  });

  it('turns on its side with the pieces in their cells', () => {
    board.update({ rotation: 90 });
    expect(board.element.style.getPropertyValue('--columns')).toBe('16');
    expect(board.pieceAt('b15')!.style.transform).toBe('translate(1400%, 100%)');
  });
});

describe('a board for showing', () => {
  it('lets every man be set anywhere', () => {
    board.update({ targets: {}, isFreeMove: true });
    board.activate('b15');
    board.activate('d9');
    expect(move).toHaveBeenCalledWith('b15', 'd9');
    board.activate('d9');
    expect(board.selected).toBeNull();
  });

  it('draws annotations with their names, and arrows', () => {
    board.update({ annotations: [{ key: 'g', cell: 'c3', picture: '<svg></svg>', name: '<Abebe>' }], arrows: [{ from: 'a1', to: 'c3', kind: 'demo' }] });
    expect(board.element.querySelector('[data-annotation="c3"] span')!.textContent).toBe('<Abebe>');
    expect(board.element.querySelectorAll('.arrows g.demo')).toHaveLength(1);
    board.update({ annotations: [], arrows: [] });
    expect(board.element.querySelectorAll('.annotation, .arrows g')).toHaveLength(0);
  });
});

describe('pieces whose targets are still to come', () => {
  it('may be chosen, and lead somewhere once it is known', () => {
    board.update({ targets: {}, premovable: ['a1'] });
    board.activate('a1');
    expect(board.selected).toBe('a1');
    board.update({ targets: { a1: [{ to: 'c3', capture: false }] } });
    board.activate('c3');
    expect(move).toHaveBeenCalledWith('a1', 'c3');
  });

  it('lets go of what was meant on a cell that is nothing', () => {
    const cancelSelection = vi.fn();
    board.destroy();
    board = new Board(document.body, state, { move, cancelSelection });
    board.activate('d4');
    expect(cancelSelection).toHaveBeenCalledOnce();
  });
});

describe('the keyboard', () => {
  it('walks, chooses, moves and lets go', () => {
    key('a1', 'ArrowUp');
    expect(cell('a2').getAttribute('tabindex')).toBe('0');
    key('a1', 'Enter');
    expect(board.selected).toBe('a1');
    key('a1', 'Escape');
    expect(board.selected).toBeNull();
    key('a1', 'Enter');
    key('b15', ' ');
    expect(move).toHaveBeenCalledWith('a1', 'b15');
  });
});
