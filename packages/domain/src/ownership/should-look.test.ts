import { expect, it } from '@jest/globals';
import { type LookEvidence, type PossibleCulprit, whoShouldLook } from './should-look.js';

const culprit = (
  userId: number | null,
  probability: number,
  fields: Partial<PossibleCulprit> = {},
): PossibleCulprit => ({
  userId,
  name: `CL 10${userId}`,
  probability,
  isVerified: false,
  relation: 'failing_file',
  file: 'Source/Fog.cpp',
  ...fields,
});
const owner = (fields = {}) => ({
  kind: 'path' as const,
  owner: { groupId: 3 },
  pattern: '/Source/',
  groupName: 'Rendering',
  onCallUserId: null,
  ...fields,
});
const looks = (evidence: Partial<LookEvidence>) =>
  whoShouldLook({ assigneeUserId: null, culprits: [], owners: [], fixers: [], ...evidence });

it('names the author of the likeliest change first, with what the change did', () => {
  expect(looks({ culprits: [culprit(1, 0.2), culprit(2, 0.7), culprit(3, 0.05), culprit(null, 0.9)] })).toEqual([
    {
      owner: { userId: 2 },
      groupName: null,
      score: 0.7,
      reasons: ['Made CL 102, which touched Source/Fog.cpp, which failed (70% likely the culprit).'],
    },
    expect.objectContaining({ owner: { userId: 1 }, score: expect.closeTo(0.2) }),
  ]);
});

it('adds up what speaks for one person', () => {
  const [first] = looks({
    culprits: [culprit(2, 0.5)],
    owners: [owner({ onCallUserId: 2 })],
    fixers: [{ userId: 2, name: 'CL 88' }],
  });
  expect(first?.score).toBeCloseTo(1 - 0.5 * 0.7 * 0.75);
  expect(first?.reasons).toEqual([
    expect.stringContaining('50% likely'),
    'On call this week for Rendering, which owns “/Source/”.',
    'Fixed it before, with CL 88.',
  ]);
});

it('names a group if nobody of it is on call', () => {
  expect(looks({ owners: [owner()] })).toEqual([
    { owner: { groupId: 3 }, groupName: 'Rendering', score: expect.closeTo(0.3), reasons: ['Owns “/Source/”.'] },
  ]);
});

it('whoever takes care of it is first, also before a verified culprit', () => {
  const verified = culprit(2, 0.999, { isVerified: true });
  const found = looks({ assigneeUserId: 5, culprits: [verified] });
  expect(found.map((look) => look.owner)).toEqual([{ userId: 5 }, { userId: 2 }]);
  expect(found[1]?.reasons).toEqual([
    'Made CL 102, which is the culprit: builds failed with it and passed without it.',
  ]);
});

it('names at most three, and nobody without a reason', () => {
  expect(looks({})).toEqual([]);
  expect(looks({ owners: [owner({ kind: 'job', pattern: 'Harbor' })] })).toHaveLength(1);
  expect(looks({ culprits: [1, 2, 3, 4].map((user) => culprit(user, 0.25)) })).toHaveLength(3);
  expect(looks({ culprits: [1, 2, 3, 4, 5, 6, 7, 8].map((user) => culprit(user, 0.12)) })).toEqual([]);
});
