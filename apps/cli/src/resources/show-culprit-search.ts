import type { CulpritSearch } from '@slipway/contracts';
import { describeCount } from '@slipway/domain';
import type { RecordView } from '../output/details.js';

const percent = (chance: number) => `${(chance * 100).toFixed(1)} %`;

/** What is known of the culprit of a problem, and what has run for it. */
export function showCulpritSearch(search: CulpritSearch): RecordView {
  const buildOf = (id: string | null) => id && `build ${id}`;
  return {
    title: search.explanation,
    details: [
      { label: 'state', value: search.state, as: 'status' },
      { label: 'search', value: describeStored(search) },
      { label: 'last pass', value: buildOf(search.last_passing_build_run_id) },
      { label: 'first failure', value: buildOf(search.first_failed_build_run_id) },
      { label: 'next run', value: search.next_run?.display_identifier ?? null },
      // Whoever makes the runs themselves needs no build tool.
      { label: 'build tool', value: search.search?.runs_by === 'client' ? null : search.runs_unavailable },
    ],
    sections: [
      { heading: 'Changes, newest first', lines: showChanges(search.changes) },
      {
        heading: 'No change to blame',
        lines: search.no_culprit_probability === null ? [] : [percent(search.no_culprit_probability).padStart(7)],
      },
      { heading: 'Runs', lines: search.runs.map(showRun) },
    ],
  };
}

function describeStored({ search }: CulpritSearch): string | null {
  if (search === null) return null;
  const runs = `${search.runs_used} of at most ${search.max_runs} runs`;
  return `${search.state}, ${runs}${search.runs_by === 'ci' ? ' by the build tool' : ''}`;
}

type Change = CulpritSearch['changes'][number];

/** As many changes are shown; JSON has all. */
const MAX_SHOWN = 30;
const LEAST_SHOWN = 0.0005;

/** The likeliest changes and those that ran, newest first; of many changes, most are excluded soon. */
function showChanges(changes: readonly Change[]): string[] {
  const likeliest = changes
    .filter(({ probability, passed, failed }) => probability >= LEAST_SHOWN || passed + failed > 0)
    .toSorted((a, b) => b.probability - a.probability)
    .slice(0, MAX_SHOWN);
  const shown = new Set(likeliest);
  const others = changes.length - shown.size;
  const lines = changes.filter((change) => shown.has(change)).toReversed();
  const rest = others === 0 ? [] : [`${''.padStart(7)}  ${describeCount(others)} less likely`];
  return [...lines.map(showChange), ...rest];
}

function showChange({ probability, display_identifier, passed, failed, author_user_id }: Change): string {
  return [
    percent(probability).padStart(7),
    display_identifier,
    passed === 0 ? '' : `passed ${passed}`,
    failed === 0 ? '' : `failed ${failed}`,
    author_user_id === null ? '' : `user:${author_user_id}`,
  ]
    .filter(Boolean)
    .join('  ');
}

/** The longest outcome. */
const OUTCOME_WIDTH = 'untestable'.length;

function showRun(
  { outcome, display_identifier, build_run_id }: CulpritSearch['runs'][number],
  index: number,
): string {
  const build = build_run_id === null ? '' : `build ${build_run_id}`;
  const number = String(index + 1).padStart(3);
  return [number, outcome.padEnd(OUTCOME_WIDTH), display_identifier, build].filter(Boolean).join('  ');
}
