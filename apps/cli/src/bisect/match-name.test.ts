import { expect, it } from '@jest/globals';
import { matchesName } from './match-name.js';

it.each([
  ['Game-*.zip', 'Game-Win64.zip', true],
  ['Game-*.zip', 'out/Game-Win64.zip', true],
  ['Game-*.zip', 'Game-Win64.zip.sha256', false],
  ['Game-*.zip', 'MyGame-Win64.zip', false],
  ['Game.zip', 'Game-zip', false],
  ['Game (?).zip', 'Game (1).zip', true],
  ['out/*', 'out/Game.zip', true],
  ['Game[1].zip', 'Game[1].zip', true],
])('%s and %s: %s', (pattern, name, matches) => {
  expect(matchesName(pattern, name)).toBe(matches);
});
