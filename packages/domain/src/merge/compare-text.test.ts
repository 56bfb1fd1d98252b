import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { compareText } from './compare-text.js';

it('orders texts as their UTF-8 bytes do', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'é', '\uE000', '\uFFFD', '😀', '𐀀') });
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(Math.sign(compareText(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
    }),
  );
});
