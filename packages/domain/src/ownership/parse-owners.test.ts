import { describe, expect, it } from '@jest/globals';
import { parseOwners } from './parse-owners.js';

const FILE = `\uFEFF# Who owns what
*                      @build
/Source/Fog/           @rendering @ana-lima # and its tests
docs/Read\\ me.md       writer@studio.example

[Content][2] @art
//depot/main/Content/...
*.uasset  @art/characters
test:Harbor.Net.*  @net
job:Harbor-PS5*
asset:texture @art`;

it('reads a CODEOWNERS file, with sections, comments, depot paths, tests, jobs and assets', () => {
  const { rules, flaws } = parseOwners(FILE);
  expect(flaws).toEqual([]);
  expect(rules).toEqual([
    { line: 2, kind: 'path', pattern: '*', owners: ['build'] },
    { line: 3, kind: 'path', pattern: '/Source/Fog/', owners: ['rendering', 'ana-lima'] },
    { line: 4, kind: 'path', pattern: 'docs/Read me.md', owners: ['writer@studio.example'] },
    { line: 7, kind: 'path', pattern: '//depot/main/Content/...', owners: ['art'] },
    { line: 8, kind: 'path', pattern: '*.uasset', owners: ['art/characters'] },
    { line: 9, kind: 'test', pattern: 'Harbor.Net.*', owners: ['net'] },
    { line: 10, kind: 'job', pattern: 'Harbor-PS5*', owners: ['art'] },
    { line: 11, kind: 'asset', pattern: 'texture', owners: ['art'] },
  ]);
});

it('a line without an owner, outside of a section that has one, belongs to nobody', () => {
  expect(parseOwners('/Generated/\r\n').rules).toEqual([
    { line: 1, kind: 'path', pattern: '/Generated/', owners: [] },
  ]);
});

describe('says what is wrong with a line, and reads the others', () => {
  it.each([
    ['!*.md @docs', /exclude files with ! are not supported/],
    ['/Source ana', /“ana” is not an owner/],
    ['/Source @@maintainer', /“@@maintainer” is not an owner/],
    ['a*b*c*d*e @ana', /at most 3 \*/],
    [`${'**/'.repeat(5)}x @ana`, /4 \*\*/],
    [`/${'x'.repeat(500)} @ana`, /at most 500 characters/],
    ['job: @ana', /has no pattern/],
  ])('%s', (row, message) => {
    const { rules, flaws } = parseOwners(`*.h @one\n${row}\n*.c @two`);
    expect(rules.map(({ pattern }) => pattern)).toEqual(['*.h', '*.c']);
    expect(flaws).toEqual([{ line: 2, message: expect.stringMatching(message) }]);
  });
});

it('reads a limited number of rules', () => {
  const { rules, flaws } = parseOwners('* @one\n'.repeat(5_001));
  expect([rules.length, flaws]).toEqual([5_000, [{ line: 5_001, message: expect.stringContaining('5000') }]]);
});
