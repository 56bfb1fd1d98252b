import { expect, it } from '@jest/globals';
import { progressOf } from './onboarding-progress.js';

const states = (...integrations: Parameters<typeof progressOf>[0][number][]) =>
  progressOf(integrations).map(({ state }) => state);

it('a step is open without a tool, waiting until its first event, and done after it', () => {
  expect(states()).toEqual(['open', 'open', 'open', 'open']);
  const perforce = { provider: 'perforce', active: true, last_applied: null };
  expect(states(perforce)).toEqual(['waiting', 'open', 'open', 'open']);
  const jenkins = { provider: 'jenkins', active: true, last_applied: {} };
  expect(states(perforce, jenkins)).toEqual(['waiting', 'done', 'open', 'open']);
});

it('a paused tool does not count', () => {
  expect(states({ provider: 'jira', active: false, last_applied: {} })).toEqual(['open', 'open', 'open', 'open']);
});
