import { expect, it } from '@jest/globals';
import { appSecretsOf } from './signatures.js';

it.each([
  ['', ['now']],
  ['before', ['now', 'before']],
  ['before,now,long before', ['now', 'before', 'long before']],
  ['before\n', ['now', 'before\n']],
])('with APP_SECRET_ALSO_ACCEPTED=%j the values are %j', (others, expected) => {
  expect(appSecretsOf({ APP_SECRET: 'now', APP_SECRET_ALSO_ACCEPTED: others })).toEqual(expected);
});
