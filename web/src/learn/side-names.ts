/** Arguments of the texts of courses: the reader's side and the other, by the colours of the board. */
import { sideName } from '../locale/locale';
import type { SideName } from '../wire/generated';

export function sideNames(own: SideName): { own: string; other: string } {
  return { own: sideName(own), other: sideName(own === 'white' ? 'black' : 'white') };
}
