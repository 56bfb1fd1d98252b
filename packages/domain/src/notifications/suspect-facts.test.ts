import { describe, expect, it } from '@jest/globals';
import { describeBuild } from './describe-build.js';
import { BROKEN, brokenMessage, OPTIONS } from './messages.fixture.js';
import type { BuildSuspect } from './suspect-facts.js';

describe('the suspects of a message', () => {
  const [suspect] = BROKEN.suspects;
  const earlier = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      ...(suspect as BuildSuspect),
      changeId: index,
      reason: 'Touched A.h.',
    }));

  it('are at most two, with the number of the others, so that no channel drops the built change', () => {
    const { facts } = brokenMessage({ suspects: earlier(5) });
    expect(facts.map(({ label }) => label)).toEqual([
      'Build',
      'Failed builds',
      'Suspect',
      'Suspect',
      'Why',
      'Built',
      'Is this right?',
    ]);
    expect(facts[4]?.value).toBe('Touched A.h. 3 earlier changes of the same author fit too.');
  });

  it('are not named after a recovery, which blames nobody', () => {
    const { message } = describeBuild('main_job.recovered', BROKEN, OPTIONS);
    expect(message.facts.map(({ label }) => label)).toEqual(['Build', 'Failed builds', 'Built']);
  });

  it('are for programs without names', () => {
    const { data } = describeBuild('main_job.broke', BROKEN, OPTIONS);
    expect(data.suspects).toEqual([
      {
        change_id: 4,
        identifier: '48210',
        display_identifier: 'CL 48210',
        author_user_id: 3,
        confidence: 0.9,
        reason: 'Touched Source/Buoyancy.cpp, where the build fails.',
      },
    ]);
    expect(JSON.stringify(data)).not.toContain('Mira');
  });
});

it('a message without a suspect counts the new changes and names the newest', () => {
  const newChanges = { passedNumber: '1845', count: 500, isCut: true, newest: ['c', 'b', 'a'] };
  expect(brokenMessage({ suspects: [], newChanges }).facts).toContainEqual({
    label: 'New since #1845 passed',
    value: '500+ changes: c, b, a, …',
  });
});

it('says who should look if no change is suspected, and whom the problem waits for', () => {
  const look = { name: 'Rendering', userId: null, groupId: 3, reason: 'Owns /Source/Fog/.' };
  const waitsFor = { userId: null, groupId: 3, sentence: 'Waits for the group Rendering, which owns it.' };
  const problem = { id: 8, title: 'error C2065', waitsFor, look };
  const { facts } = brokenMessage({ suspects: [], problem });
  const { id } = BROKEN.project;
  const url = `${OPTIONS.baseUrl}/projects/${id}/problems/8`;
  expect(facts).toContainEqual({ label: 'Should look', value: 'Rendering: Owns /Source/Fog/.' });
  expect(facts).toContainEqual({ label: 'Problem', value: waitsFor.sentence, url });
  const { data } = describeBuild('main_job.broke', { ...BROKEN, suspects: [], problem }, OPTIONS);
  expect(data).toMatchObject({
    should_look: { user_id: null, group_id: 3 },
    problem: { id: 8, waits_for: { user_id: null, group_id: 3 } },
  });
});

it('an escalation says for how long which branch is broken, why, and who should look', () => {
  const look = { name: 'Ana Lima', userId: 4, groupId: null, reason: 'Made CL 102, which touched Fog.cpp.' };
  const problem = { id: 8, title: 'error C2065', waitsFor: null, look };
  const finding = { diagnosis: 'Density is not declared.', quote: null, isCertain: true, attributedUserId: null };
  const outage = { branch: 'main', brokenMs: 2 * 60 * 60_000 };
  const { message } = describeBuild('main_job.not_taken', { ...BROKEN, finding, problem, outage }, OPTIONS);
  expect(`${message.title}. ${message.text}`).toBe(
    `${BROKEN.build.jobName} on main broken for 2 h, and nobody has taken it. Density is not declared. ` +
      'Ana Lima should look. Made CL 102, which touched Fog.cpp.',
  );
});
