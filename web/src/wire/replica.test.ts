import { describe, expect, it } from 'vitest';
import { Replica } from './replica';
import type { GameMessage, Intent, LegalMove, View, ViewPiece, WireEvent } from './generated';

const pieces: ViewPiece[] = [
  { id: 1, cell: 'e2', side: 'white', letter: 'p' },
  { id: 2, cell: 'd2', side: 'white', letter: 'p' },
  { id: 3, cell: 'e7', side: 'black', letter: 'p' },
];

function to(cell: string, from: string): LegalMove {
  return { to: cell, move: from + cell, capture: false, promotion: null, castle: false, san: cell };
}

function view(seq: number, change: Partial<View> = {}): View {
  return {
    seq,
    phase: 'werera',
    node: 'werera',
    turn: null,
    pieces,
    captured: { white: [], black: [] },
    guards: null,
    throw: null,
    pass: null,
    retractable: [],
    check: [],
    legal_moves: { white: { e2: [to('e3', 'e2')], d2: [to('d3', 'd2')] }, black: { e7: [to('e6', 'e7')] } },
    last_moves: { white: null, black: null },
    last_move: null,
    counters: [],
    result: null,
    fen: '',
    hint: null,
    clock: null,
    offers: { draw: null, takeback: null, turns: null, rematch: null },
    actions: { white: [], black: [] },
    missing_seeds: null,
    ready: null,
    ...change,
  };
}

function started(): Replica {
  let n = 0;
  const replica = new Replica(() => `id${++n}`);
  replica.receive(hello(1));
  return replica;
}

function hello(seq: number, server_time = 0): GameMessage {
  const you = { id: 'me', name: 'Me', sides: ['white'], role: 'player', muted: [] };
  return { type: 'hello', protocol_version: 1, server_time, seq, view: view(seq), you, presence: null } as unknown as GameMessage;
}

const place = (id: number, from: string, cell: string): Intent => ({ kind: 'place', side: 'white', piece_id: id, from, to: cell });
const cells = (replica: Replica) => Object.fromEntries(replica.pieces().map((man) => [man.id, man.cell]));
const moved = (id: number, cell: string) => pieces.map((man) => (man.id === id ? { ...man, cell } : man));

describe('pending intents', () => {
  it('several_intents_are_applied_at_once', () => {
    const replica = started();
    replica.queueIntent(place(1, 'e2', 'e3'));
    replica.queueIntent(place(2, 'd2', 'd3'));
    expect(cells(replica)).toEqual({ 1: 'e3', 2: 'd3', 3: 'e7' });
    expect(Object.keys(replica.legal(['white', 'black']))).toEqual(['e7']);
  });

  it('intent_stays_until_acknowledged_view', () => {
    const replica = started();
    const message = replica.queueIntent(place(1, 'e2', 'e3'));
    replica.receive({ type: 'ack', id: message.id, seq: 2 });
    expect(cells(replica)[1]).toBe('e3');
    expect(replica.pending).toHaveLength(1);
    replica.receive({ type: 'view', seq: 2, data: view(2, { pieces: moved(1, 'e3') }) });
    expect(replica.pending).toHaveLength(0);
    expect(cells(replica)[1]).toBe('e3');
  });

  it('nack_reverts_intent_with_reason', () => {
    const replica = started();
    const message = replica.queueIntent(place(1, 'e2', 'e3'));
    const [notice] = replica.receive({ type: 'nack', id: message.id, code: 'target_taken', message: { english: 'Taken.' }, seq: 1 });
    expect(notice).toMatchObject({ kind: 'refused', message: { english: 'Taken.' } });
    expect(cells(replica)[1]).toBe('e2');
  });

  it('foreign_view_rebases_intents', () => {
    const replica = started();
    replica.queueIntent(place(1, 'e2', 'e3'));
    replica.receive({ type: 'view', seq: 2, data: view(2, { pieces: moved(3, 'e6') }) });
    expect(cells(replica)).toEqual({ 1: 'e3', 2: 'd2', 3: 'e6' });
    replica.receive({ type: 'view', seq: 3, data: view(3, { pieces: moved(1, 'f3') }) });
    expect(cells(replica)[1]).toBe('f3');
  });

  it('intent_onto_own_piece_is_not_applied', () => {
    const replica = started();
    replica.queueIntent(place(1, 'e2', 'e3'));
    replica.receive({ type: 'view', seq: 2, data: view(2, { pieces: moved(2, 'e3') }) });
    expect(cells(replica)).toEqual({ 1: 'e2', 2: 'e3', 3: 'e7' });
  });

  it('unanswered_intents_keep_their_ids', () => {
    const replica = started();
    const first = replica.queueIntent(place(1, 'e2', 'e3'));
    const second = replica.queueIntent(place(2, 'd2', 'd3'));
    replica.receive({ type: 'ack', id: first.id, seq: 2 });
    expect(replica.unansweredIntents()).toEqual([second]);
  });

  it('retraction_is_applied_at_once', () => {
    const replica = started();
    const retractable = [{ seq: 2, side: 'white' as const, piece: 'p', from: 'e2', to: 'e3' }];
    replica.receive({ type: 'view', seq: 2, data: view(2, { pieces: moved(1, 'e3'), retractable }) });
    replica.queueIntent({ kind: 'retract', side: 'white', seq: 2 });
    expect(cells(replica)[1]).toBe('e2');
  });

  it('move_applies_capture_and_promotion', () => {
    const replica = started();
    replica.receive({ type: 'view', seq: 2, data: view(2, { phase: 'turns' }) });
    replica.queueIntent({ kind: 'move', move: 'e2e7q' });
    expect(replica.pieces()).toContainEqual({ id: 1, cell: 'e7', side: 'white', letter: 'q' });
    expect(replica.pieces()).toHaveLength(2);
    expect(replica.legal(['white', 'black'])).toEqual({});
  });
});

describe('events', () => {
  const event = (seq: number): WireEvent => ({ seq, type: 'draw', at: 0, data: {} });

  it('events_apply_once_in_order_and_report_gaps', () => {
    const replica = started();
    expect(replica.receive(event(1))).toMatchObject([{ kind: 'event', fresh: false }]);
    expect(replica.receive(event(2))).toMatchObject([{ kind: 'event', fresh: true }]);
    expect(replica.receive(event(2))).toEqual([]);
    expect(replica.receive(event(4))).toEqual([{ kind: 'gap' }]);
    expect(replica.lastSeq).toBe(2);
  });

  it('older_view_is_ignored', () => {
    const replica = started();
    replica.receive({ type: 'view', seq: 5, data: view(5, { pieces: moved(1, 'e3') }) });
    replica.receive({ type: 'view', seq: 4, data: view(4) });
    expect(cells(replica)[1]).toBe('e3');
  });
});

describe('substitution', () => {
  const placed = (change: Partial<View> = {}) => {
    const replica = started();
    const legal_moves = { white: { e2: [to('e3', 'e2'), to('e4', 'e2'), to('d3', 'e2')], d2: [to('d3', 'd2')] }, black: {} };
    replica.receive({ type: 'view', seq: 2, data: view(2, { legal_moves }) });
    replica.queueIntent(place(1, 'e2', 'e3'));
    replica.receive({ type: 'ack', id: 'id1', seq: 3 });
    const retractable = [{ seq: 3, side: 'white' as const, piece: 'p', from: 'e2', to: 'e3' }];
    replica.receive({
      type: 'view',
      seq: 3,
      data: view(3, { pieces: moved(1, 'e3'), retractable, legal_moves: { white: { e3: [to('e4', 'e3')] }, black: {} }, ...change }),
    });
    return replica;
  };

  it('offered_only_for_moves_of_the_origin', () => {
    expect(placed().substitutionsFor('white', 'e3')).toEqual({ retract: 3, moves: [to('d3', 'e2')] });
    expect(placed().substitutionsFor('black', 'e3')).toBeNull();
  });

  it('not_offered_onto_occupied_cell', () => {
    const pieces = moved(1, 'e3').map((piece) => (piece.id === 2 ? { ...piece, cell: 'd3' } : piece));
    expect(placed({ pieces }).substitutionsFor('white', 'e3')?.moves).toEqual([]);
  });

  it('applied_at_current_cell_and_reverted_on_nack', () => {
    const replica = placed();
    const message = replica.queueIntent({ kind: 'substitute', side: 'white', retract: 3, piece_id: 1, from: 'e2', to: 'd3' });
    expect(cells(replica)[1]).toBe('d3');
    replica.receive({ type: 'nack', id: message.id, code: 'illegal', message: { english: 'No.' }, seq: 3 });
    expect(cells(replica)[1]).toBe('e3');
  });
});

describe('what is said beside the game', () => {
  const chat = (number: number, at: number): GameMessage => ({
    type: 'chat_entry',
    number,
    at,
    name: 'Abebe',
    data: { kind: 'chat', author: { id: 'g', role: 'spectator' }, room: 'all', text: 'Selam' },
  });

  it('messages_are_unique_ordered_and_fresh_if_new', () => {
    const replica = started();
    replica.receive(hello(1, 1000));
    expect(replica.receive(chat(1, 500))).toMatchObject([{ kind: 'sideMessage', fresh: false }]);
    expect(replica.receive(chat(3, 1500))).toMatchObject([{ kind: 'sideMessage', fresh: true }]);
    replica.receive(chat(2, 1200));
    expect(replica.receive(chat(3, 1500))).toEqual([]);
    expect(replica.sideMessages.map((one) => one.number)).toEqual([1, 2, 3]);
  });

  it('messages_do_not_touch_the_event_log', () => {
    const replica = started();
    replica.receive(chat(1, 500));
    expect(replica.lastSeq).toBe(0);
    expect(replica.events).toEqual([]);
  });

  it('refusal_is_reported', () => {
    expect(started().receive({ type: 'refused', code: 'too_fast', message: { english: 'Wait.' } })).toEqual([
      { kind: 'refused', code: 'too_fast', message: { english: 'Wait.' }, intent: null },
    ]);
  });
});

describe('presence, mutes and premoves', () => {
  it('state_follows_last_server_message', () => {
    const replica = started();
    replica.receive({ type: 'muted', data: ['g'] });
    replica.receive({ type: 'premoves', data: { side: 'white', moves: [{ move: 'e2e3', face: 6 }] } });
    expect(replica.muted).toEqual(['g']);
    expect(replica.premoves.white).toEqual([{ move: 'e2e3', face: 6 }]);
    replica.receive({ type: 'premoves', data: { side: 'white', moves: [] } });
    expect(replica.premoves.white).toEqual([]);
  });

  it('unknown_message_is_ignored', () => {
    const replica = started();
    expect(replica.receive({ type: 'weather', data: {} } as unknown as GameMessage)).toEqual([]);
  });
});
