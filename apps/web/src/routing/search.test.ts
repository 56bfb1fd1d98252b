import { expect, it } from '@jest/globals';
import {
  BUILD_FILTERS,
  CHANGE_FILTERS,
  DELIVERY_FILTERS,
  FEED_FILTERS,
  type Parameters,
  TASK_FILTERS,
} from '@slipway/contracts';
import fc from 'fast-check';
import { readFilters, readSearch, writeSearch } from './search.js';

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

it('reads filters as the contract of the list does', () => {
  const texts = { outcome: 'rejected,dead', project_id: '12', event: 'push', view: 'gaps' };
  expect(readFilters(texts, DELIVERY_FILTERS)).toEqual({
    values: texts,
    query: { outcome: ['rejected', 'dead'], project_id: 12, event: 'push' },
  });
  expect(readFilters({ assignee: 'user:7', priority: 'high' }, TASK_FILTERS).query).toEqual({
    assignee: 'user:7',
    priority: 'high',
  });
});

it('treats a filter that the contract refuses like one that is not set', () => {
  const texts = { status: 'nonsense', build_type: 'unity', q: '', finished_from: 'soon' };
  expect(readFilters(texts, BUILD_FILTERS)).toEqual({
    values: { build_type: 'unity' },
    query: { build_type: 'unity' },
  });
});

it('accepts no address with which the service would refuse the list', () => {
  const sets = [BUILD_FILTERS, CHANGE_FILTERS, DELIVERY_FILTERS, FEED_FILTERS, TASK_FILTERS];
  const text = fc.oneof(fc.string(), fc.constantFrom('true', '0', 'user:1', 'failed', 'dead,', '2026-11-18'));
  fc.assert(
    fc.property(fc.constantFrom(...sets), text, (parameters: Parameters, value) => {
      const texts = Object.fromEntries(Object.keys(parameters).map((name) => [name, value]));
      for (const [name, kept] of Object.entries(readFilters(texts, parameters).values))
        expect(parameters[name]?.read(kept)).toHaveProperty('value');
    }),
  );
});
