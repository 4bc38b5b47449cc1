/** Text of events for the live region and toasts. */
import { t } from '../locale/locale';
import type { Contest, GameEvent } from '../wire/types';

export function describe(event: GameEvent, name: (man: string) => string): string {
  switch (event.t) {
    case 'place':
      return t(event.d.capture ? 'said-capture' : 'said-move', side(event.d.side, name(event.d.man), event.d));
    case 'retract':
      return t('said-retract', { ...side(event.d.side, name(event.d.man), event.d) });
    case 'werera_ended':
      return `${event.d.reason} ${t(`first-${event.d.first}`)}`;
    case 'throw':
      return t('said-throw', { side: t(`side-${event.d.side}`), face: event.d.face, men: event.d.mans.map(name).join(', ') });
    case 'move':
      return describeMove(event.d, name);
    case 'decline':
      return t(`said-decline-${event.d.what}`, { side: t(`side-${event.d.side}`) });
    case 'time_added':
      return t('said-time-added', { side: t(`side-${event.d.side}`), seconds: Math.round(event.d.ms / 1000) });
    case 'claim':
      return t(`said-claim-${event.d.result}`, { side: t(`side-${event.d.side}`) });
    case 'outage':
      return t('said-outage', { seconds: Math.max(1, Math.round((event.d.to - event.d.from) / 1000)) });
    case 'contest':
      return describeContest(event.d);
    case 'abort':
      return event.d.side ? t('said-abort', { side: t(`side-${event.d.side}`) }) : t('said-abort-late');
    case 'draw':
      return t('said-draw');
    case 'rematched':
      return t('said-rematched');
    case 'end':
      return event.d.result.text;
    case 'ready':
    case 'bundle':
    case 'resign':
    case 'draw_offer':
    case 'takeback_offer':
    case 'turns_offer':
    case 'rematch_offer':
    case 'takeback':
    case 'flag':
      return t(`said-${event.t.replace('_', '-')}`, { side: t(`side-${event.d.side}`) });
    default:
      // Other events are not announced.
      return '';
  }
}

/** Text of a contest: the faster side and its lead, network delay deducted. */
export function describeContest({ entries, coin }: Contest): string {
  const [first] = entries;
  const rival = entries.find((one) => one.side !== first?.side);
  if (!first || !rival) return '';
  const side = t(`side-${first.side}`);
  if (coin !== null) return t('said-contest-lot', { side });
  return t('said-contest', { side, ms: Math.max(1, rival.arrived - rival.lag - (first.arrived - first.lag)) });
}

function describeMove(move: Extract<GameEvent, { t: 'move' }>['d'], name: (man: string) => string): string {
  if (move.pass || !move.man || !move.from || !move.to) return t('said-pass', { side: t(`side-${move.side}`) });
  const words = { ...side(move.side, name(move.man), { from: move.from, to: move.to }) };
  const said = t(move.capture ? 'said-capture' : 'said-move', words);
  return move.promotion ? `${said} ${t('said-promotion', { man: name(move.promotion) })}` : said;
}

function side(who: string, man: string, where: { from: string; to: string }) {
  return { side: t(`side-${who}`), man, from: where.from, to: where.to };
}
