import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { presentTime } from './present-time.js';

it('is written as toISOString writes it', () => {
  fc.assert(
    fc.property(fc.date({ noInvalidDate: true }), (time) => {
      expect(presentTime(time)).toBe(time.toISOString());
    }),
  );
});
