/** Arguments of the texts of courses: the reader's side and the other, by the colours of the board. */
import { sideName } from '../locale/locale';
import type { Side } from '../wire/generated';

export function sideNames(own: Side): { own: string; other: string } {
  return { own: sideName(own), other: sideName(own === 'white' ? 'black' : 'white') };
}
