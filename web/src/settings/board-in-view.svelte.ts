/** The skin of the game on the page, after whose pieces the sides are called. */
import { findSkin } from '../board/skin';
import type { Side } from '../wire/generated';
import { settings } from './settings.svelte';

class BoardInView {
  /** Skin of the game's ruleset. */
  skin = $state('plain');
}

export const boardInView = new BoardInView();

/** The colour of a side's pieces as the reader sees them, such as `gold`; in lists `skin` is that of the entry. */
export function sideColour(side: Side, skin = boardInView.skin): string {
  return findSkin(settings.skin || skin).sides[side];
}
