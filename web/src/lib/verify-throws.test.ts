import { expect, it } from 'vitest';
import type { ThrowProof, ThrowRecord } from '../wire/generated';
import { verifyThrows, readHex } from './verify-throws';

/** Test vectors of `rukh-fair-dice`, computed independently with Python's `hmac` and `hashlib`. */
const VECTOR = [5, 6, 3, 3, 1, 3, 5, 4, 5, 1, 3, 2];
const record: ThrowProof = {
  server_seed: Array.from({ length: 32 }, (_, i) => i.toString(16).padStart(2, '0')).join(''),
  commitment: '630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd',
  client_seed: 'white\nblack',
  faces: 6,
  coins: [],
  throws: VECTOR.map((face, i) => ({ number: i + 1, face, side: i % 2 ? 'black' : 'white', seq: i + 2, undone_by: null })),
  over: true,
};

it('verify_published_vectors_agree', async () => {
  const verdict = await verifyThrows(record);
  expect(verdict.commitment).toBe(true);
  expect(verdict.throws.map((one) => one.computed)).toEqual(VECTOR);
  expect(verdict.throws.every((one) => one.ok)).toBe(true);
});

it('verify_detects_forged_throw_and_secret', async () => {
  const forged = await verifyThrows({ ...record, throws: [{ number: 1, face: 6, side: 'white', seq: 2, undone_by: null }] });
  expect(forged.throws[0]).toEqual({ n: 1, side: 'white', face: 6, computed: 5, ok: false });
  const other = await verifyThrows({ ...record, server_seed: '07'.repeat(32) });
  expect(other.commitment).toBe(false);
});

it('verify_throw_taken_back_is_thrown_again_in_its_place', async () => {
  const [first, second] = record.throws as [ThrowRecord, ThrowRecord];
  const again = (number: number) => [first, { ...second, undone_by: 5 }, { ...second, number, face: VECTOR[number - 1]!, seq: 6 }];
  const ok = async (throws: ThrowRecord[]) => (await verifyThrows({ ...record, throws })).throws.map((one) => one.ok);
  expect(await ok(again(2))).toEqual([true, true, true]);
  expect(await ok(again(3))).toEqual([true, true, false]);
});

it('read_hex_parses_bytes', () => {
  expect([...readHex('00ff10')]).toEqual([0, 255, 16]);
});
