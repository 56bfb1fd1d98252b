import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { comparerOf, compareText } from './compare-text.js';

it('compareText orders texts as their UTF-8 bytes', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'é', '\uE000', '\uFFFD', '😀', '𐀀') });
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(Math.sign(compareText(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
    }),
  );
});

it('comparerOf orders texts as compareText does', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'é', '\uE000', '\uFFFD', '😀') });
  fc.assert(
    fc.property(fc.array(text), (texts) => {
      expect(texts.toSorted(comparerOf(texts))).toEqual(texts.toSorted(compareText));
    }),
  );
});
