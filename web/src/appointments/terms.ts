/** Appointments in words. */
import { describeMarshal, describeTime } from '../game/time';
import { personName } from '../lib/person-name';
import { gameName, t } from '../locale/locale';
import { timeText } from './local-time';
import type { Appointment } from '../wire/generated';

/** The other one of the two, as the reader sees it. */
export function otherName({ by, with: other }: Appointment, me: string): string {
  const shown = by.id === me ? other : by;
  return shown ? personName(shown.name) : '';
}

/** Game, clock and whether it is rated, in a line. */
export const termsText = (appointment: Appointment): string =>
  [
    gameName(appointment),
    appointment.fen ? t('own-position') : '',
    describeTime(appointment.time_control),
    appointment.odds ? t('time-of', { who: personName(appointment.by.name), time: describeTime(appointment.odds) }) : '',
    describeMarshal(appointment.time_control),
    appointment.rated ? t('seek-rated') : '',
  ]
    .filter(Boolean)
    .join(' · ');

/** How far an appointment is, in a line. */
export function stateText({ phase, proposer, starts, you }: Appointment, me: string): string {
  if (phase === 'agreed' && starts) return timeText(starts);
  if (phase === 'proposed') return t(proposer === me ? 'meet-waiting' : you.may_accept ? 'meet-asked' : 'meet-phase-proposed');
  return t(`meet-phase-${phase}`);
}
