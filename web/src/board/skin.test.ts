import { expect, it } from 'vitest';
import { skins, type Skin } from './skin';

/** Skin colours used as markers on cells; each must be visible on every cell colour. */
const SIGNS = ['last', 'knot', 'ring', 'glow'];

/** The light and dark variants of a colour. */
function both(colour: string): [string, string] {
  const found = /^light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)$/.exec(colour);
  return found ? [found[1]!, found[2]!] : [colour, colour];
}

function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function contrast(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high! + 0.05) / (low! + 0.05);
}

/** Minimum contrast ratio of a marker against any cell of the skin, light and dark. */
function least(skin: Skin, sign: string): number {
  const fields = skin.chequer ? ['field', 'dark'] : ['field'];
  const all = fields.flatMap((field) =>
    [0, 1].map((hour) => contrast(both(skin.colours[sign]!)[hour]!, both(skin.colours[field]!)[hour]!)),
  );
  return Math.min(...all);
}

it('skin_markers_have_contrast_of_three_on_every_cell', () => {
  const poor = Object.values(skins).flatMap((skin) => SIGNS.map((sign) => ({ sign: `${skin.id} ${sign}`, contrast: least(skin, sign) })));
  expect(poor.filter((one) => !(one.contrast >= 3)).map((one) => `${one.sign} ${one.contrast.toFixed(2)}`)).toEqual([]);
});

it('skin_markers_differ', () => {
  for (const { id, colours } of Object.values(skins)) expect(both(colours.last!)[0], id).not.toBe(both(colours.knot!)[0]);
});
