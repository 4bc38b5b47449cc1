/** How a board lies on a screen: the long ones on their side where there is room. */
import type { Rotation, Size } from '../board/geometry';
import type { Side } from '../wire/types';

export interface Orientation {
  isLandscape: boolean;
  /** A long board upright, as on a phone. */
  isPortrait: boolean;
  rotation: Rotation;
  /** The side drawn nearer the reader: below, or at the left of a lying board. */
  near: Side;
  far: Side;
}

const WIDE = 720;

export function orient(size: Size, screen: { width: number; height: number }, isTurned: boolean): Orientation {
  const isLong = size.ranks >= size.files * 2;
  const isLandscape = isLong && screen.width >= WIDE && screen.width > screen.height;
  return {
    isLandscape,
    isPortrait: isLong && !isLandscape,
    rotation: (((isLandscape ? 90 : 0) + (isTurned ? 180 : 0)) % 360) as Rotation,
    near: isTurned ? 'black' : 'white',
    far: isTurned ? 'white' : 'black',
  };
}
