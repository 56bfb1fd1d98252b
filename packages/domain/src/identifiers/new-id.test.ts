import { expect, it } from '@jest/globals';
import { validate, version } from 'uuid';
import { newId } from './ids.js';

it('newId returns valid, distinct ids that contain their time and sort in order of creation', () => {
  const before = Date.now();
  const ids = Array.from({ length: 5_000 }, newId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.toSorted()).toEqual(ids);
  for (const id of ids) expect([validate(id), version(id)]).toEqual([true, 7]);
  const times = ids.map((id) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16));
  expect(Math.min(...times)).toBeGreaterThanOrEqual(before);
});
