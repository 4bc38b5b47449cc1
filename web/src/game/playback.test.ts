import { describe, expect, it } from 'vitest';
import type { NamedChatEntry, ReplayFrame } from '../wire/generated';
import { sideMessagesAt, serverTimeAt, buildTimeline, positionAt, timeOf } from './playback';

const frame = (at: number): ReplayFrame => ({
  seq: 1,
  at,
  type: 'place',
  san: null,
  side: null,
  from: null,
  to: null,
  throw: null,
  phase: 'werera',
  changes: [{ id: 1, cell: 'a1', letter: 'p', side: 'white' }],
  clock: null,
  text: { english: '' },
});
const replay = { frames: [frame(10_000), frame(12_000), frame(12_500), frame(3_612_500)] };

describe('timeline', () => {
  const real = buildTimeline(replay, true);

  it('real_speed_shortens_long_pauses', () => {
    expect(real.times).toEqual([0, 2000, 2500, 32_500]);
  });

  it('position_at_time_matches_frames', () => {
    expect([-1, 0, 1999, 2000, 2499, 32_500, 99_999].map((time) => positionAt(real, time))).toEqual([0, 1, 1, 2, 2, 4, 4]);
    expect(timeOf(real, 3)).toBe(2500);
    expect(timeOf(real, 0)).toBe(0);
  });

  it('server_time_in_shortened_pause_runs_faster', () => {
    expect(serverTimeAt(replay, real, 1000)).toBe(11_000);
    expect(serverTimeAt(replay, real, 2500 + 15_000)).toBe(12_500 + 1_800_000);
  });

  it('instant_speed_uses_fixed_pauses', () => {
    expect(buildTimeline(replay, false).times).toEqual([450, 900, 1350, 1800]);
  });
});

describe('side messages', () => {
  const author = { id: 'g', role: 'spectator' as const };
  const steps = [{ from: 'e2', to: 'e4', piece: 'p', side: 'white' as const }];
  const asides: NamedChatEntry[] = [
    { number: 1, at: 100, name: 'Abebe', data: { kind: 'chat', author, room: 'all', text: 'Selam' } },
    { number: 2, at: 200, name: 'Abebe', data: { kind: 'demo', author, room: 'all', steps, until: 10_200 } },
    { number: 3, at: 300, name: 'Abebe', data: { kind: 'demo', author, room: 'all', steps: [], until: 10_300 } },
  ];

  it('messages_appear_and_expire_by_time', () => {
    expect(sideMessagesAt(asides, 99)).toEqual({ chats: [], demos: [] });
    expect(sideMessagesAt(asides, 200).demos).toHaveLength(1);
    expect(sideMessagesAt(asides, 300)).toMatchObject({ chats: [{ number: 1 }], demos: [] });
    expect(sideMessagesAt(asides.slice(0, 2), 10_200).demos).toEqual([]);
  });
});
