import { expect, it } from '@jest/globals';
import { pairSteps } from './pair-steps.js';

const step = (name: string, status: string, seconds: number) => ({
  name,
  status,
  detail: '',
  started_at: '2026-11-01T10:00:00Z',
  finished_at: new Date(Date.parse('2026-11-01T10:00:00Z') + seconds * 1000).toISOString(),
});

const build = (...steps: ReturnType<typeof step>[]) => ({
  is_stale: false,
  started_at: '2026-11-01T10:00:00Z',
  finished_at: '2026-11-01T11:00:00Z',
  steps,
});

it('pairs steps by name, and lists added and removed ones', () => {
  const before = build(step('Sync', 'completed', 10), step('Lint', 'completed', 5));
  const after = build(step('Sync', 'completed', 12), step('Compile', 'failed', 60));
  expect(pairSteps(before, after, 0)).toEqual([
    { name: 'Sync', earlier: { status: 'completed', seconds: 10 }, later: { status: 'completed', seconds: 12 } },
    { name: 'Compile', earlier: null, later: { status: 'failed', seconds: 60 } },
    { name: 'Lint', earlier: { status: 'completed', seconds: 5 }, later: null },
  ]);
});
