/** Orientation of the board: long boards are turned to landscape on wide screens. */
import type { Rotation, Size } from '../board/geometry';
import type { SideName } from '../wire/generated';

export interface Orientation {
  isLandscape: boolean;
  /** A long board in portrait, as on a phone. */
  isPortrait: boolean;
  rotation: Rotation;
  /** The side drawn at the bottom, or at the left in landscape. */
  near: SideName;
  far: SideName;
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
