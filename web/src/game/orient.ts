/** Orientation of the board and arrangement of what stands around it. */
import type { Rotation, Size } from '../board/geometry';
import type { Side } from '../wire/generated';

/**
 * `side`: the panel beside the board; `under`: everything under it, as on a phone; `lying`: a long
 * board on its side with the panel beneath; `upright`: a long board with the panel beside it.
 */
export type Layout = 'side' | 'under' | 'lying' | 'upright';

export interface Orientation {
  layout: Layout;
  /** Whether there is a bar of buttons that open moves, chat, rules and menu, instead of tabs. */
  isCompact: boolean;
  isLandscape: boolean;
  /** A long board in portrait, as on a phone. */
  isPortrait: boolean;
  rotation: Rotation;
  /** The side drawn at the bottom, or at the left in landscape. */
  near: Side;
  far: Side;
}

/** Least sizes, in pixels, of a window with tabs and of a short one with the panel beside the board. */
const FULL = { width: 860, height: 520 };
/** Least width of a window wider than high where a long board lies, and a square one has its panel beside it. */
const LEAST_WIDE = 480;

export function orient(size: Size, screen: { width: number; height: number }, isTurned: boolean): Orientation {
  const isLong = size.ranks >= size.files * 2;
  const isWide = screen.width > screen.height && screen.width >= LEAST_WIDE;
  const isLandscape = isLong && isWide;
  const isPortrait = isLong && !isLandscape;
  const isBeside = screen.width >= FULL.width || isWide;
  return {
    layout: isLandscape ? 'lying' : isPortrait ? 'upright' : isBeside ? 'side' : 'under',
    isCompact: screen.width < FULL.width || screen.height < FULL.height,
    isLandscape,
    isPortrait,
    rotation: (((isLandscape ? 90 : 0) + (isTurned ? 180 : 0)) % 360) as Rotation,
    near: isTurned ? 'black' : 'white',
    far: isTurned ? 'white' : 'black',
  };
}
