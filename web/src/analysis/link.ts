/** Studies in links: the PGN, compressed, in the fragment, so that no server sees it. */
const KEY = 'pgn=';

export async function linkFragment(pgn: string): Promise<string> {
  const packed = await pipe(new TextEncoder().encode(pgn), new CompressionStream('deflate-raw'));
  const binary = Array.from(packed, (byte) => String.fromCharCode(byte)).join('');
  return `#${KEY}${btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')}`;
}

/** The PGN of a fragment; null if there is none, or one that is cut off. */
export async function pgnOfFragment(fragment: string): Promise<string | null> {
  const packed = fragment.startsWith(`#${KEY}`) ? fragment.slice(KEY.length + 1) : '';
  if (!packed) return null;
  try {
    const binary = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(await pipe(bytes, new DecompressionStream('deflate-raw')));
  } catch {
    return null;
  }
}

async function pipe(bytes: Uint8Array<ArrayBuffer>, through: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(through);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
