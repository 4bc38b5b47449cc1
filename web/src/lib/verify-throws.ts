/** Verifies a game's throws in the browser as described under "Checking the throws" in docs/wire.md. */
import type { Side, ThrowProof, ThrowRecord } from '../wire/generated';

export interface VerifiedThrow {
  n: number;
  side: Side;
  face: number;
  computed: number;
  ok: boolean;
}

export interface Verdict {
  commitment: boolean;
  throws: VerifiedThrow[];
}

/** WebCrypto needs https or localhost. */
export function canVerify(): boolean {
  return typeof crypto !== 'undefined' && !!crypto.subtle;
}

export async function verifyThrows(record: ThrowProof): Promise<Verdict> {
  const seed = readHex(record.server_seed ?? '');
  const key = await crypto.subtle.importKey('raw', seed, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', seed));
  const client = record.client_seed ?? '';
  const throws: VerifiedThrow[] = [];
  const places = placesOf(record);
  for (const [index, { number: n, side, face }] of record.throws.entries()) {
    const computed = await compute(key, client, n, record.faces);
    throws.push({ n, side, face, computed, ok: computed === face && n === places[index] });
  }
  return { commitment: writeHex(digest) === record.commitment?.toLowerCase(), throws };
}

/** The number that each throw must have: its place in the game as it stood when it was thrown. */
function placesOf({ throws }: ThrowProof): number[] {
  const standing: ThrowRecord[] = [];
  return throws.map((record) => {
    while (standing.length && (standing.at(-1)!.undone_by ?? Infinity) < record.seq) standing.pop();
    return standing.push(record);
  });
}

async function compute(key: CryptoKey, client: string, n: number, faces: number): Promise<number> {
  const bound = Math.floor(256 / faces) * faces;
  for (let round = 0; round < 256; round++) {
    const digest = new Uint8Array(await crypto.subtle.sign('HMAC', key, message(client, n, round)));
    const byte = digest.find((one) => one < bound);
    if (byte !== undefined) return (byte % faces) + 1;
  }
  return 1;
}

/** HMAC input: the players' seeds, the throw number as 8 bytes (big endian), and the round if not 0. */
function message(client: string, n: number, round: number): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder().encode(client);
  const bytes = new Uint8Array(text.length + 8 + (round ? 1 : 0));
  bytes.set(text);
  new DataView(bytes.buffer).setBigUint64(text.length, BigInt(n));
  if (round) bytes[bytes.length - 1] = round;
  return bytes;
}

export function readHex(text: string): Uint8Array<ArrayBuffer> {
  const pairs = text.match(/[0-9a-f]{2}/gi) ?? [];
  return Uint8Array.from(pairs, (pair) => parseInt(pair, 16));
}

function writeHex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
