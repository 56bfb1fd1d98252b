import { expect, it } from '@jest/globals';
import type { CulpritSearch } from '@slipway/contracts';
import { showCulpritSearch } from './show-culprit-search.js';

function searchOf(probabilities: readonly number[], ran: readonly number[] = []): CulpritSearch {
  return {
    state: 'searching',
    explanation: 'Any of them may be the culprit.',
    last_passing_build_run_id: '1',
    first_failed_build_run_id: '2',
    no_culprit_probability: 0.3,
    changes: probabilities.map((probability, index) => ({
      change_id: index,
      identifier: String(100 + index),
      display_identifier: `CL ${100 + index}`,
      author_user_id: null,
      probability,
      passed: ran.includes(index) ? 1 : 0,
      failed: 0,
    })),
    next_run: null,
    search: null,
    runs: [],
    runs_unavailable: null,
    runs_left_today: 40,
  };
}

const changesOf = (search: CulpritSearch) => showCulpritSearch(search).sections?.[0]?.lines;

it('shows the newest change first, and leaves out those that are excluded without a run', () => {
  expect(changesOf(searchOf([0.0001, 0.6, 0, 0.0002, 0.1], [2]))).toEqual([
    ' 10.0 %  CL 104',
    '  0.0 %  CL 102  passed 1',
    ' 60.0 %  CL 101',
    '         2 less likely',
  ]);
});

it('shows the 30 likeliest of many changes', () => {
  const lines = changesOf(searchOf(Array.from({ length: 500 }, (_, index) => (index + 1) / 125_250)));
  expect(lines).toHaveLength(31);
  expect([lines?.[0], lines?.[29], lines?.[30]]).toEqual([
    '  0.4 %  CL 599',
    '  0.4 %  CL 570',
    '         470 less likely',
  ]);
});
