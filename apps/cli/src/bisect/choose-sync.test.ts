import { expect, it } from '@jest/globals';
import { chooseSync } from './choose-sync.js';

const both = { hasGit: true, hasPerforce: true };
const sha = 'a94a8fe5ccb19ba61c4c0873d391e987982fbbd3';

it.each([
  [sha, both, 'git'],
  ['4711', both, 'perforce'],
  ['4711', { hasGit: true, hasPerforce: false }, null],
  [sha, { hasGit: false, hasPerforce: true }, null],
  ['dv.commit.7', both, null],
] as const)('%s in a folder with %j is synchronized by %s', (identifier, tools, expected) => {
  expect(chooseSync(identifier, tools)).toBe(expected);
});
