import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readSearch, writeSearch } from './search.js';

it('writes filters as plain text, and omits filters that are not set', () => {
  expect(writeSearch({ integration: '33', orphaned: 'true', job: 'game win64', status: undefined })).toBe(
    '?integration=33&orphaned=true&job=game+win64',
  );
  expect(writeSearch({})).toBe('');
});

it('opens URLs whose values are JSON strings', () => {
  expect(readSearch('?integration=%2233%22&status=failed')).toEqual({ integration: '33', status: 'failed' });
});

it('reads back whatever it wrote, for any text', () => {
  const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.json(), fc.constantFrom('"33"', '"', '""', 'null'));
  fc.assert(
    fc.property(text, (q) => {
      expect(readSearch(writeSearch({ q }))).toEqual({ q });
    }),
  );
});
