import { describe, expect, it } from '@jest/globals';
import { keysOfReference } from './reference.js';

describe('keysOfReference', () => {
  it('lists the current key, then former keys, each once in canonical form', () => {
    expect(keysOfReference({ key: 'tmb-9' })).toEqual(['TMB-9']);
    expect(keysOfReference({ key: 'TMB-9', formerKeys: ['TMA-12', 'tma-12', 'TMB-9', 'OLD-1'] })).toEqual([
      'TMB-9',
      'OLD-1',
      'TMA-12',
    ]);
  });

  it('keeps the same twenty of too many keys, whatever their order', () => {
    const formerKeys = Array.from({ length: 40 }, (_, index) => `OLD-${index + 1}`);
    const keys = keysOfReference({ key: 'ZZ-1', formerKeys });
    expect(keys).toHaveLength(21);
    expect(keysOfReference({ key: 'ZZ-1', formerKeys: formerKeys.toReversed() })).toEqual(keys);
  });
});
