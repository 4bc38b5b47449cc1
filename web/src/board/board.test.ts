// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Board, type BoardState } from './board';

const state: BoardState = {
  size: { files: 4, ranks: 16 },
  rotation: 0,
  skin: 'walnut',
  name: 'board',
  pieces: [
    { id: 1, cell: 'a1', picture: '<svg></svg>' },
    { id: 2, cell: 'b15', picture: '<svg></svg>' },
  ],
  targets: {
    a1: [
      { to: 'c3', capture: false },
      { to: 'b15', capture: true },
    ],
  },
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

describe('board', () => {
  it('grid_has_one_cell_in_the_tab_order', () => {
    expect(board.grid.getAttribute('role')).toBe('grid');
    expect(board.element.querySelectorAll('[role=gridcell]')).toHaveLength(64);
    expect([...board.element.querySelectorAll<HTMLElement>('[tabindex="0"]')].map((one) => one.dataset.cell)).toEqual(['a1']);
  });

  it('pieces_are_drawn_in_their_layer', () => {
    expect(board.element.querySelectorAll('.pieces > .piece svg')).toHaveLength(2);
  });

  it('activate_target_of_selected_piece_moves', () => {
    board.activate('a1');
    expect(cell('c3').classList.contains('target')).toBe(true);
    expect(cell('b15').classList.contains('capture')).toBe(true);
    board.activate('c3');
    expect(move).toHaveBeenCalledWith('a1', 'c3');
    expect(board.selected).toBeNull();
  });

  it('activate_non_target_clears_selection', () => {
    board.activate('a1');
    board.activate('d4');
    expect(board.selected).toBeNull();
    expect(move).not.toHaveBeenCalled();
  });

  it('illegal_piece_or_target_reports_refusal', () => {
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
    expect(refused).toHaveBeenLastCalledWith('a1', 'd4');
    board.activate('d4');
    board.activate('a1');
    board.activate('a1');
    expect(refused, 'neither an empty cell nor putting a piece down asks').toHaveBeenCalledTimes(3);
    board.activate('a1');
    board.rejectDrop('a1', 'd4');
    expect(refused).toHaveBeenLastCalledWith('a1', 'd4');
    expect(board.selected).toBeNull();
  });

  it('labels_describe_targets_and_captures_of_selected_piece', () => {
    board.update({ describe: (name, target) => (target ? `${name} ${target.capture ? 'captures' : 'moves'}` : name) });
    board.activate('a1');
    expect(cell('c3').getAttribute('aria-label')).toBe('c3 moves');
    expect(cell('b15').getAttribute('aria-label')).toBe('b15 captures');
    board.activate('a1');
    expect(cell('b15').getAttribute('aria-label')).toBe('b15');
  });

  it('update_moved_piece_keeps_its_element', () => {
    const before = board.pieceAt('a1');
    board.update({ pieces: [{ id: 1, cell: 'c3', picture: '<svg></svg>' }] });
    expect(board.pieceAt('c3')).toBe(before);
    expect(board.pieceAt('b15')).toBeNull();
  });

  it('rotation_of_90_places_pieces_in_their_cells', () => {
    board.update({ rotation: 90 });
    expect(board.element.style.getPropertyValue('--columns')).toBe('16');
    expect(board.pieceAt('b15')!.style.transform).toBe('translate(1400%, 100%)');
  });
});

describe('board with free moves', () => {
  it('activate_any_cell_moves', () => {
    board.update({ targets: {}, isFreeMove: true });
    board.activate('b15');
    board.activate('d9');
    expect(move).toHaveBeenCalledWith('b15', 'd9');
    board.activate('d9');
    expect(board.selected).toBeNull();
  });

  it('annotations_and_arrows_are_drawn_and_removed', () => {
    board.update({
      annotations: [{ key: 'g', cell: 'c3', picture: '<svg></svg>', name: '<Abebe>' }],
      arrows: [{ from: 'a1', to: 'c3', kind: 'demo' }],
    });
    expect(board.element.querySelector('[data-annotation="c3"] span')!.textContent).toBe('<Abebe>');
    expect(board.element.querySelectorAll('.arrows g.demo')).toHaveLength(1);
    const layers = [...board.element.children].map((one) => one.className);
    expect(layers.indexOf('arrows'), 'an arrow points at a piece, not from under it').toBeGreaterThan(layers.indexOf('pieces'));
    board.update({ annotations: [], arrows: [] });
    expect(board.element.querySelectorAll('.annotation, .arrows g')).toHaveLength(0);
  });
});

describe('premovable pieces', () => {
  it('selection_survives_until_targets_arrive', () => {
    board.update({ targets: {}, premovable: ['a1'] });
    board.activate('a1');
    expect(board.selected).toBe('a1');
    board.update({ targets: { a1: [{ to: 'c3', capture: false }] } });
    board.activate('c3');
    expect(move).toHaveBeenCalledWith('a1', 'c3');
  });

  it('activate_empty_cell_cancels_selection', () => {
    const cancelSelection = vi.fn();
    board.destroy();
    board = new Board(document.body, state, { move, cancelSelection });
    board.activate('d4');
    expect(cancelSelection).toHaveBeenCalledOnce();
  });
});

describe('marks and questions', () => {
  const point = (type: string, cellName: string, init: PointerEventInit = {}) => {
    board.grid.getBoundingClientRect = () => new DOMRect(0, 0, 400, 1600);
    const [file, rank] = [cellName.charCodeAt(0) - 97, Number(cellName.slice(1)) - 1];
    const where = { clientX: file * 100 + 50, clientY: (15 - rank) * 100 + 50, bubbles: true, pointerId: 1, pointerType: 'mouse' };
    board.grid.dispatchEvent(new PointerEvent(type, { ...where, ...init }));
  };
  const right = { button: 2 };

  it('right_drag_draws_an_arrow_and_left_press_clears_it', () => {
    point('pointerdown', 'a1', right);
    point('pointerup', 'c3', right);
    point('pointerdown', 'd4', right);
    point('pointerup', 'd4', right);
    expect(board.element.querySelectorAll('.arrows .mark')).toHaveLength(2);
    expect(board.element.querySelectorAll('.arrows .mark circle')).toHaveLength(1);
    point('pointerdown', 'd4', right);
    point('pointerup', 'd4', right);
    expect(board.element.querySelectorAll('.arrows .mark'), 'the same again removes it').toHaveLength(1);
    expect(move).not.toHaveBeenCalled();
    point('pointerdown', 'd9');
    expect(board.element.querySelectorAll('.arrows .mark')).toHaveLength(0);
  });

  it('marks_of_a_page_have_its_colours', () => {
    board.update({
      marks: [
        { from: 'a1', to: 'c3', colour: 'R' },
        { from: 'd4', to: 'd4' },
      ],
    });
    expect([...board.element.querySelectorAll<SVGElement>('.arrows .mark')].map((mark) => mark.dataset.colour)).toEqual(['R', undefined]);
  });

  it('marking_mode_draws_with_the_first_button', () => {
    board.update({ isMarking: true });
    point('pointerdown', 'a1');
    point('pointerup', 'c3');
    expect(board.element.querySelectorAll('.arrows .mark')).toHaveLength(1);
    expect(board.selected).toBeNull();
  });

  it('hold_hover_and_key_ask_about_a_piece', () => {
    vi.useFakeTimers();
    const inspect = vi.fn();
    board.destroy();
    board = new Board(document.body, state, { move, inspect });
    point('pointerdown', 'a1', { pointerType: 'touch' });
    vi.advanceTimersByTime(600);
    expect(inspect).toHaveBeenLastCalledWith('a1', 'hold');
    expect(board.selected).toBeNull();
    point('pointerdown', 'a1');
    vi.advanceTimersByTime(600);
    expect(inspect, 'a mouse may press and think').toHaveBeenCalledTimes(1);
    point('pointerup', 'a1');
    board.select(null);
    point('pointermove', 'b15');
    vi.advanceTimersByTime(1200);
    expect(inspect).toHaveBeenLastCalledWith('b15', 'hover');
    point('pointermove', 'b14');
    expect(inspect).toHaveBeenLastCalledWith(null, 'hover');
    key('a1', 'i');
    expect(inspect).toHaveBeenLastCalledWith('a1', 'key');
    key('d4', 'i');
    expect(inspect).toHaveBeenCalledTimes(4);
    vi.useRealTimers();
  });
});

describe('keyboard', () => {
  it('keys_move_focus_select_move_and_cancel', () => {
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
