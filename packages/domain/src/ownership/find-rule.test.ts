import { expect, it } from '@jest/globals';
import { createFindRule } from './find-rule.js';
import { parseOwners } from './parse-owners.js';

function isOwned(pattern: string, name: string): boolean {
  const { rules } = parseOwners(`${pattern} @ana`);
  return createFindRule(rules)(rules[0]?.kind ?? 'path', name) !== null;
}

it.each([
  ['*', 'Source/Fog.cpp', true],
  ['*.cpp', 'Source/Fog.cpp', true],
  ['*.cpp', 'Source/Fog.h', false],
  ['Fog.cpp', 'Source/Deep/Fog.cpp', true],
  ['/Fog.cpp', 'Source/Fog.cpp', false],
  ['/Source/', 'Source/Deep/Fog.cpp', true],
  ['/Source', 'Source/Deep/Fog.cpp', true],
  ['Source/', 'Game/Source/Fog.cpp', true],
  ['Source/Deep', 'Game/Source/Deep/Fog.cpp', false],
  ['docs/*', 'docs/start.md', true],
  ['docs/*', 'docs/build/start.md', false],
  ['docs/**', 'docs/build/start.md', true],
  ['**/logs', 'build/logs/today.txt', true],
  ['/SOURCE/fog.CPP', 'source/Fog.cpp', true],
  ['.github/', '.github/workflows/ci.yml', true],
  ['Fog[1].cpp', 'Fog[1].cpp', true],
  ['Fog[12].cpp', 'Fog1.cpp', false],
  ['/Source/Fog/', 'D:\\ws\\Game\\Source\\Fog\\Fog.cpp', true],
  ['/Source/Fog/', '/home/agent/ws/Source/Fog/Fog.cpp', true],
  ['/Fog/', 'Source/Fog/Fog.cpp', false],
  ['/Source/Fog/', '//depot/main/Source/Fog/Fog.cpp', true],
  ['//depot/main/...', '//depot/main/Source/Fog/Fog.cpp', true],
  ['//depot/main/...', '//depot/release/Source/Fog/Fog.cpp', false],
  ['//depot/*/Content/...', '//depot/release/Content/Props/Crate.uasset', true],
  ['//depot/main/....uasset', '//depot/main/Content/Props/Crate.uasset', true],
  ['//depot/main/....uasset', '//depot/main/Source/Fog.cpp', false],
  ['//depot/main/...', 'Source/Fog.cpp', false],
  ['job:Harbor-*', 'harbor-PS5', true],
  ['job:Harbor-*', 'My Harbor-PS5', false],
  ['job:*Win64*', 'team/Harbor-Win64-Debug', true],
  ['job:Harbor', 'Harbor-PS5', false],
  ['test:*.Net.*', 'Harbor.Net.Reconnects', true],
  ['test:a*a', 'a', false],
  ['asset:texture', 'Texture', true],
])('%s and %s: %s', (pattern, name, expected) => {
  expect(isOwned(pattern, name)).toBe(expected);
});

it('the last rule that matches counts, also if it names nobody', () => {
  const { rules } = parseOwners('/Source/ @build\n/Source/Fog/ @rendering\n/Source/Fog/Generated/\njob:* @build');
  const find = createFindRule(rules);
  const lineOf = (path: string) => find('path', path)?.line ?? null;
  expect([lineOf('Source/A.cpp'), lineOf('Source/Fog/A.cpp'), lineOf('Source/Fog/Generated/A.cpp')]).toEqual([
    1, 2, 3,
  ]);
  expect(lineOf('Content/A.uasset')).toBeNull();
});

it('takes a bounded time for names made to be slow', () => {
  const find = createFindRule(parseOwners(`${'*a*a*a/'.repeat(60)}x @ana\njob:*a*a*a @ana`).rules);
  expect(find('path', 'a'.repeat(2_000))).toBeNull();
  expect(find('job', `${'a'.repeat(5_000)}b`)).toBeNull();
});
