import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { quoteBigIntegers } from './quote-big-integers.js';

describe('quoteBigIntegers', () => {
  it.each([
    ['{"a":9007199254740993}', { a: '9007199254740993' }],
    ['[-9007199254740993, 12]', ['-9007199254740993', 12]],
    ['{"a":9007199254740991}', { a: 9007199254740991 }],
    ['{"a":12345678901234567890123}', { a: '12345678901234567890123' }],
    ['{"a":"9007199254740993","b\\"9007199254740993":1}', { a: '9007199254740993', 'b"9007199254740993': 1 }],
    ['{"a":1.0000000000000000001,"b":9007199254740993e2}', { a: 1, b: 9007199254740993e2 }],
    ['9007199254740993', '9007199254740993'],
  ])('preserves the integers of %s', (text, value) => {
    expect(JSON.parse(quoteBigIntegers(text))).toEqual(value);
  });

  it('does not change JSON without such numbers', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const quoted = quoteBigIntegers(text);
        if (quoted === text) return;
        expect(JSON.parse(quoted)).toBeDefined();
      }),
    );
  });

  it('preserves every digit of any integer anywhere', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.string(), (number, text) => {
        const parsed = JSON.parse(quoteBigIntegers(`{"n":[${number}],"t":${JSON.stringify(text)}}`));
        expect([String(parsed.n[0]), parsed.t]).toEqual([String(number), text]);
      }),
    );
  });
});
