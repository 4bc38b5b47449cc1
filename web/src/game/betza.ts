/** Parses a common subset of Betza notation into movement diagrams. */

export interface Dot {
  /** Offset from the piece: files to the right, ranks ahead. */
  right: number;
  ahead: number;
  kind: 'both' | 'move' | 'capture';
}

const atoms: Record<string, [number, number]> = {
  W: [0, 1],
  F: [1, 1],
  D: [0, 2],
  N: [1, 2],
  A: [2, 2],
  H: [0, 3],
  C: [1, 3],
  Z: [2, 3],
  G: [3, 3],
};
const compounds: Record<string, string> = { K: 'WF', R: 'WW', B: 'FF', Q: 'WWFF' };
/** A bent rider takes one step, then slides outward. */
const bent = /^yafs([FW])/;
const simple = /^([mcfblrsv]*)([WFDNAHCZGKQRB])(\2|0|[1-9]\d?)?/;

/** The dots within `radius` of the piece, or null for unsupported notation. */
export function parseBetza(text: string, radius: number): Dot[] | null {
  const dots = new Map<string, Dot>();
  let rest = text;
  while (rest) {
    const found = bent.exec(rest) ?? simple.exec(rest);
    if (!found) return null;
    rest = rest.slice(found[0].length);
    const reached = found[0].startsWith('y') ? bend(found[1]!, radius) : leaperOrRider(found, radius);
    for (const dot of reached) merge(dots, dot);
  }
  return [...dots.values()];
}

function leaperOrRider([, modifiers = '', letter = '', range = '']: RegExpExecArray, radius: number): Dot[] {
  const compound = compounds[letter];
  if (compound) {
    const inner = parseBetza(
      compound.replace(/(.)\1?/g, (atom) => modifiers + atom),
      radius,
    );
    return inner ?? [];
  }
  const reach = !range ? 1 : /\d/.test(range) && range !== '0' ? Number(range) : radius;
  const kind = /m/.test(modifiers) === /c/.test(modifiers) ? 'both' : /m/.test(modifiers) ? 'move' : 'capture';
  const dots: Dot[] = [];
  for (const [right, ahead] of turns(atoms[letter]!).filter((way) => matchesModifiers(way, modifiers))) {
    for (let n = 1; n <= reach; n++) dots.push({ right: right * n, ahead: ahead * n, kind });
  }
  return dots.filter((dot) => Math.max(Math.abs(dot.right), Math.abs(dot.ahead)) <= radius);
}

function bend(first: string, radius: number): Dot[] {
  const dots: Dot[] = [];
  const [start, onward] = first === 'F' ? [turns([1, 1]), turns([0, 1])] : [turns([0, 1]), turns([1, 1])];
  for (const [right, ahead] of start) {
    for (const [x, y] of onward) {
      if (x * right + y * ahead <= 0) continue;
      for (let n = 1; n < radius; n++) dots.push({ right: right + x * n, ahead: ahead + y * n, kind: 'both' });
    }
  }
  return dots.filter((dot) => Math.max(Math.abs(dot.right), Math.abs(dot.ahead)) <= radius);
}

function turns([a, b]: [number, number]): [number, number][] {
  const all = [
    [a, b],
    [b, a],
  ].flatMap(([x, y]) => [
    [x, y],
    [-x!, y],
    [x, -y!],
    [-x!, -y!],
  ]) as [number, number][];
  return all.filter((way, i) => all.findIndex((other) => other[0] === way[0] && other[1] === way[1]) === i);
}

function matchesModifiers([right, ahead]: [number, number], modifiers: string): boolean {
  const upright = /[fbv]/.test(modifiers);
  const level = /[lrs]/.test(modifiers);
  if (!upright && !level) return true;
  const vertical = (/[fv]/.test(modifiers) && ahead > 0) || (/[bv]/.test(modifiers) && ahead < 0);
  const sideways = (/[ls]/.test(modifiers) && right < 0) || (/[rs]/.test(modifiers) && right > 0);
  if (upright && level && right !== 0 && ahead !== 0) return vertical && sideways;
  return (upright && vertical) || (level && sideways);
}

function merge(dots: Map<string, Dot>, dot: Dot): void {
  const key = `${dot.right},${dot.ahead}`;
  const known = dots.get(key);
  dots.set(key, known && known.kind !== dot.kind ? { ...dot, kind: 'both' } : dot);
}
