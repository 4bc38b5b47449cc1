import { expect, it } from 'vitest';
import { codesFile, deviceCodeOf } from './codes';

it('device_code_is_read_however_it_is_typed', () => {
  for (const typed of ['1234-5678', '12345678', ' 1234 5678 ', '1234–5678', '١٢٣٤٥٦٧٨', '۱۲۳۴-۵۶۷۸']) {
    expect(deviceCodeOf(typed), typed).toBe('1234-5678');
  }
  expect([deviceCodeOf(''), deviceCodeOf('12'), deviceCodeOf('no code')]).toEqual(['', '12', '']);
});

it('codes_file_has_a_code_in_each_line', () => {
  expect(codesFile('Codes of Almaz', ['a-b', 'c-d'])).toBe('Codes of Almaz\n\na-b\nc-d\n');
});
