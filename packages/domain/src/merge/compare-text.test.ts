import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { comparerOf, compareText } from './compare-text.js';

it('orders texts as their UTF-8 bytes do', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'é', '\uE000', '\uFFFD', '😀', '𐀀') });
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(Math.sign(compareText(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
    }),
  );
});

it('orders many texts alike, whichever way is quick enough for them', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'é', '\uE000', '\uFFFD', '😀') });
  fc.assert(
    fc.property(fc.array(text), (texts) => {
      expect(texts.toSorted(comparerOf(texts))).toEqual(texts.toSorted(compareText));
    }),
  );
});
