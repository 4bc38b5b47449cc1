/** Reviews beside a replay, whose events are numbered differently. */
import { withoutTakebacks } from '../game/moves';
import { toEvents } from '../game/reconstruct';
import type { GameReview, Replay } from '../wire/generated';

/** Events that the rules' own log has too; turns that begin with a capture are no event of it. */
const LOGGED = new Set(['place', 'retract', 'batch_ended', 'throw', 'move']);

/**
 * A review with the event numbers of the game's replay. Its own are those of the rules' log, which has decisions
 * and throws only, and none that were taken back.
 */
export function withReplayNumbers(review: GameReview, replay: Pick<Replay, 'pieces' | 'frames'>): GameReview {
  const { frames } = replay;
  const kept = new Set(withoutTakebacks(toEvents(replay)).map((event) => event.seq));
  const isLogged = (index: number) =>
    LOGGED.has(frames[index]!.type) || (frames[index]!.type === 'werera_ended' && frames[index - 1]?.phase === 'werera');
  const numbers = frames.flatMap(({ seq }, index) => (kept.has(seq) && isLogged(index) ? [seq] : []));
  const numbered = <One extends { seq: number }>(list: One[]) =>
    list.map((one) => ({ ...one, seq: numbers[one.seq - 1] ?? frames.at(-1)?.seq ?? 0 }));
  return { ...review, findings: numbered(review.findings), werera: numbered(review.werera), moves: numbered(review.moves) };
}
