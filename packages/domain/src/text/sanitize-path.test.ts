import { describe, expect, it } from '@jest/globals';
import { sanitizePath } from './sanitize-path.js';

describe('sanitizePath', () => {
  it('keeps the scale in a file name, such as @2x', () => {
    for (const path of [
      'UI/icon@2x.png',
      'UI/icon@1.5x.png.meta',
      '//depot/UI/icon%402x.png',
      'icon@3x',
      'a/b.uasset',
    ])
      expect(sanitizePath(path)).toBe(path);
  });

  it('reduces an address to its local part', () => {
    expect(sanitizePath('home/ana@studio.test/Saved')).toBe('home/ana/Saved');
    expect(sanitizePath('ana@2x.com')).toBe('ana');
    expect(sanitizePath('ana@studio.test/icon@2x.png')).toBe('ana/icon@2x.png');
  });

  it('handles long hostile paths in linear time', () => {
    expect(sanitizePath('@9'.repeat(128_000))).toBe('@9');
    expect(sanitizePath(`a@2x${'.meta'.repeat(50_000)}`)).toBe('a');
  });
});
