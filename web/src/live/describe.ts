/** Text of events for the live region and toasts. */
import { sideName, t } from '../locale/locale';
import { say } from '../locale/message';
import type { WireEvent } from '../wire/generated';
import { describeContest } from '../game/describe-contest';

export function describe(event: WireEvent, name: (man: string) => string): string {
  switch (event.type) {
    case 'place':
      return t(event.data.capture ? 'said-capture' : 'said-move', side(event.data.side, name(event.data.piece), event.data));
    case 'retract':
      return t('said-retract', { ...side(event.data.side, name(event.data.piece), event.data) });
    case 'werera_ended':
      return `${say(event.data.text)} ${t('first-side', { side: sideName(event.data.first_to_move) })}`;
    case 'throw':
      return t('said-throw', { side: t(`side-${event.data.side}`), face: event.data.face, men: event.data.pieces.map(name).join(', ') });
    case 'move':
      return describeMove(event.data, name);
    case 'decline':
      return t(`said-decline-${event.data.offer}`, { side: t(`side-${event.data.side}`) });
    case 'time_added':
      return t('said-time-added', { side: t(`side-${event.data.side}`), seconds: Math.round(event.data.milliseconds / 1000) });
    case 'claim':
      return t(`said-claim-${event.data.result}`, { side: t(`side-${event.data.side}`) });
    case 'outage':
      return t('said-outage', { seconds: Math.max(1, Math.round((event.data.to - event.data.from) / 1000)) });
    case 'contest':
      return describeContest(event.data);
    case 'abort':
      return event.data.side ? t('said-abort', { side: t(`side-${event.data.side}`) }) : t('said-abort-late');
    case 'draw':
      return t('said-draw');
    case 'rematched':
      return t('said-rematched');
    case 'end':
      return say(event.data.result.text);
    case 'ready':
    case 'batch_ended':
    case 'resign':
    case 'draw_offer':
    case 'takeback_offer':
    case 'turns_offer':
    case 'rematch_offer':
    case 'takeback':
    case 'flag':
      return t(`said-${event.type.replace('_', '-')}`, { side: t(`side-${event.data.side}`) });
    default:
      // Other events are not announced.
      return '';
  }
}

function describeMove(move: Extract<WireEvent, { type: 'move' }>['data'], name: (man: string) => string): string {
  if (move.pass || !move.piece || !move.from || !move.to) return t('said-pass', { side: t(`side-${move.side}`) });
  const words = { ...side(move.side, name(move.piece), { from: move.from, to: move.to }) };
  const said = t(move.capture ? 'said-capture' : 'said-move', words);
  return move.promotion ? `${said} ${t('said-promotion', { man: name(move.promotion) })}` : said;
}

function side(who: string, man: string, where: { from: string; to: string }) {
  return { side: t(`side-${who}`), man, from: where.from, to: where.to };
}
