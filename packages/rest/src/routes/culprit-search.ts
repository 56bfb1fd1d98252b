import { type CulpritSearch, getCulpritSearch } from '@slipway/contracts';
import { type CulpritRangeRecord, findCulpritRange, type ProblemRecord } from '@slipway/db';
import { describeCulprit, parseLargeRowId, sanitizeText, searchCulprit, weighForProblem } from '@slipway/domain';
import { found } from '@slipway/http';
import { defineEndpoint } from '../services.js';

const DIGITS = 10_000;
const round = (chance: number) => Math.round(chance * DIGITS) / DIGITS;

const UNKNOWN: CulpritSearch = {
  state: 'unknown',
  explanation: 'It has not passed before, as far as is known, so there are no changes to search.',
  last_passing_build_run_id: null,
  first_failed_build_run_id: null,
  no_culprit_probability: null,
  changes: [],
  next_run: null,
};

export const search = defineEndpoint(getCulpritSearch, async ({ project, params, services }) => {
  const id = found(parseLargeRowId(params.problem_id));
  const problem = found(await services.reads.findProblem(project.id, id));
  const range = await findCulpritRange(services.database, project.id, id);
  return range === null ? UNKNOWN : presentSearch(problem, range);
});

function presentSearch(problem: ProblemRecord, range: CulpritRangeRecord): CulpritSearch {
  const { changes, runs, history, lastPassing, firstFailed, isCut } = range;
  const ends = {
    last_passing_build_run_id: String(lastPassing.id),
    first_failed_build_run_id: String(firstFailed.id),
  };
  if (isCut || changes.length === 0) {
    const explanation = isCut
      ? `More than ${changes.length} changes are between the last pass and the first failure.`
      : 'No change is known between the last pass and the first failure.';
    return { ...UNKNOWN, ...ends, explanation };
  }
  const weights = weighForProblem(problem, changes).map(({ weight }) => weight);
  const result = searchCulprit({ weights, runs, history, untestable: new Set() }, Number.POSITIVE_INFINITY);
  const names = changes.map(({ displayIdentifier }) => sanitizeText(displayIdentifier));
  const base = {
    identifier: sanitizeText(lastPassing.commitHash || lastPassing.changelist),
    display_identifier: `build ${sanitizeText(lastPassing.buildNumber)}`,
  };
  const presented = changes.map(({ id, identifier, userId }, index) => {
    const own = runs.filter(({ position }) => position === index + 1);
    const passed = own.filter(({ hasPassed }) => hasPassed).length;
    return {
      change_id: id,
      identifier: sanitizeText(identifier),
      display_identifier: names[index] ?? '',
      author_user_id: userId,
      probability: round(result.changes[index] ?? 0),
      passed,
      failed: own.length - passed,
    };
  });
  return {
    ...ends,
    state: stateOf(result.step.kind),
    explanation: describeCulprit({ search: result, runs, names, base: base.display_identifier }),
    no_culprit_probability: round(result.none),
    changes: presented,
    next_run: nextRun(result.step, presented, base),
  };
}

type Step = ReturnType<typeof searchCulprit>['step'];

function stateOf(kind: Step['kind']): CulpritSearch['state'] {
  if (kind === 'culprit') return 'found';
  return kind === 'no_culprit' ? 'no_culprit' : 'searching';
}

function nextRun(
  step: Step,
  changes: CulpritSearch['changes'],
  base: NonNullable<CulpritSearch['next_run']>,
): CulpritSearch['next_run'] {
  if (step.kind !== 'run') return null;
  const change = changes[step.position - 1];
  return change === undefined
    ? base
    : { identifier: change.identifier, display_identifier: change.display_identifier };
}
