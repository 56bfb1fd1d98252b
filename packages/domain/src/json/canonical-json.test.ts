import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { canonicalJson } from './canonical-json.js';

it('canonicalJson does not depend on the order of keys at any depth', () => {
  expect(canonicalJson({ b: { d: 1, c: [2, { f: 1, e: 2 }] }, a: null })).toBe(
    canonicalJson({ a: null, b: { c: [2, { e: 2, f: 1 }], d: 1 } }),
  );
});

it('canonicalJson distinguishes array order, values and a key named __proto__', () => {
  expect(canonicalJson([1, 2])).not.toBe(canonicalJson([2, 1]));
  expect(canonicalJson({ a: 1 })).not.toBe(canonicalJson({ a: '1' }));
  expect(canonicalJson(JSON.parse('{"__proto__": 1}'))).toBe('{"__proto__":1}');
});

it('canonicalJson preserves every JSON value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});
