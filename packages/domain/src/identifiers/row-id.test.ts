import { describe, expect, it } from '@jest/globals';
import { parseLargeRowId, parseRowId, parseUuid } from './ids.js';

describe('row ids in paths', () => {
  it('are digits within the range of the column', () => {
    expect(parseRowId('2147483647')).toBe(2_147_483_647);
    expect(parseLargeRowId('9007199254740991')).toBe(Number.MAX_SAFE_INTEGER);
    for (const text of ['', '0', '-1', '+1', '1.0', '1e3', ' 1', '2147483648', '0x1', '\u0661'])
      expect([text, parseRowId(text)]).toEqual([text, null]);
    for (const text of ['9007199254740992', '99999999999999999999'])
      expect([text, parseLargeRowId(text)]).toEqual([text, null]);
  });

  it('are UUIDs only in their usual form', () => {
    const id = '0192d3a4-0000-7000-8000-00000000abcd';
    expect(parseUuid(id)).toBe(id);
    expect(parseUuid(id.toUpperCase())).toBe(id);
    for (const text of [
      '',
      '1',
      `{${id}}`,
      id.replaceAll('-', ''),
      `${id}0`,
      ` ${id}`,
      `${id}\n`,
      `urn:uuid:${id}`,
    ])
      expect([text, parseUuid(text)]).toEqual([text, null]);
  });
});
