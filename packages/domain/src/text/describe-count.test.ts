import { expect, it } from '@jest/globals';
import { describeCount } from './describe-count.js';

it('separates thousands, whatever the language of the machine', () => {
  expect([0, 999, 40_034, 1_234_567].map(describeCount)).toEqual(['0', '999', '40,034', '1,234,567']);
});
