import { describe, expect, it } from '@jest/globals';
import { describeBytes } from './describe-forecast.js';

describe('describeBytes', () => {
  it.each([
    [0, '0 bytes'],
    [1_024, '1.0 KiB'],
    [536_870_912, '512.0 MiB'],
  ])('%i is %s', (bytes, text) => {
    expect(describeBytes(bytes)).toBe(text);
  });
});
