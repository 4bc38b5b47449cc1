/** Events in words, for the live region and the move list. */
import { t } from '../locale/locale';
import type { GameEvent } from '../wire/types';

export function describe(event: GameEvent, name: (man: string) => string): string {
  switch (event.t) {
    case 'start':
      return '';
    case 'place':
      return t(event.d.capture ? 'said-capture' : 'said-move', side(event.d.side, name(event.d.man), event.d));
    case 'retract':
      return t('said-retract', { ...side(event.d.side, name(event.d.man), event.d) });
    case 'bundle':
      return t('said-bundle', { side: t(`side-${event.d.side}`) });
    case 'werera_ended':
      return `${event.d.reason} ${t(`first-${event.d.first}`)}`;
    case 'throw':
      return t('said-throw', { side: t(`side-${event.d.side}`), face: event.d.face, men: event.d.mans.map(name).join(', ') });
    case 'move':
      return describeMove(event.d, name);
    case 'resign':
      return t('said-resign', { side: t(`side-${event.d.side}`) });
    case 'draw':
      return t('said-draw');
    case 'end':
      return event.d.result.text;
  }
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
