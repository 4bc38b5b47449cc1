/** What can be reported of a game. */
import type { Guest, Replay, ReportSubject } from '../wire/generated';

export interface Thing {
  about: ReportSubject;
  person: Guest;
  /** What was written. */
  text?: string;
}

/** How many chat messages are offered, the last ones. */
const MAX_MESSAGES = 50;

/** What others did and wrote in a game, the last message first. */
export function things(game: string, { game: card, chat }: Replay, own: string | null): Thing[] {
  const seats = [card.white, card.black].flatMap(({ player, name }) =>
    player.kind !== 'engine' && player.id !== own ? [{ id: player.id, name: name ?? '' }] : [],
  );
  const people = seats.filter((one, index) => seats.findIndex(({ id }) => id === one.id) === index);
  const played = people.flatMap<Thing>((person) => [
    { about: { kind: 'play', game, player: person.id }, person },
    { about: { kind: 'name', player: person.id }, person },
  ]);
  const said = chat.flatMap<Thing>(({ number, data, name }) =>
    data.kind === 'chat' && data.author.id !== own
      ? [{ about: { kind: 'chat', game, number }, person: { id: data.author.id, name: name ?? '' }, text: data.text }]
      : [],
  );
  return [...said.slice(-MAX_MESSAGES).reverse(), ...played];
}
