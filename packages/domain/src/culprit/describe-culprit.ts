import { describeCount } from '../text/describe-count.js';
import type { CulpritSearch, RangeRun } from './search-culprit.js';

export interface DescribedCulprit {
  readonly search: CulpritSearch;
  readonly runs: readonly RangeRun[];
  /** The names of the changes, oldest first. */
  readonly names: readonly string[];
  /** The last passing revision. */
  readonly base: string;
}

const percent = (chance: number) => (chance > 0.99 && chance < 1 ? 'over 99 %' : `${Math.round(chance * 100)} %`);

/** What a search knows, and what would tell most, in sentences. */
export function describeCulprit({ search, runs, names, base }: DescribedCulprit): string {
  const { step } = search;
  const nameAt = (position: number) => (position === 0 ? base : (names[position - 1] ?? ''));
  if (step.kind === 'culprit') {
    const withIt = runs.filter(({ position }) => position > step.change);
    const without = runs.filter(({ position }) => position <= step.change);
    const failed = withIt.filter(({ hasPassed }) => !hasPassed).length;
    const passed = without.filter(({ hasPassed }) => hasPassed).length;
    return `${names[step.change]} is the culprit: failed ${failed} of ${withIt.length} with it, passed ${passed} of ${without.length} without.`;
  }
  if (step.kind === 'among')
    return `The culprit is one of ${step.changes.map((change) => names[change]).join(', ')}; no revision between them can be tested.`;
  if (step.kind === 'no_culprit') return 'No change is to blame: the failure is probably flaky or of a machine.';
  const belief = describeBelief(search, names);
  if (step.kind === 'unsettled') return `${belief} The runs so far do not settle it.`;
  return step.kind === 'run' ? `${belief} A run at ${nameAt(step.position)} would tell most.` : belief;
}

/** Below this, naming a change would accuse it without a reason. */
const LIKELY = 0.5;

function describeBelief({ changes, none }: CulpritSearch, names: readonly string[]): string {
  const likeliest = changes.indexOf(Math.max(...changes));
  const chance = changes[likeliest] ?? 0;
  if (none >= LIKELY) return `Probably no change is to blame (${percent(none)}).`;
  if (chance < LIKELY) return `Any of ${describeCount(names.length)} changes may be the culprit.`;
  return `${names[likeliest]} is the likeliest of ${describeCount(names.length)} ${names.length === 1 ? 'change' : 'changes'} (${percent(chance)}).`;
}
