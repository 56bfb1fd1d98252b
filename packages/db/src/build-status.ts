import { type BuildStatus, ENDED_STATUSES, PASSED_STATUSES } from '@slipway/contracts';
import { raw, type Sql } from './sql.js';

/** The values are part of the statement's text: partial indexes do not apply to parameters. */
const oneOf = (statuses: readonly BuildStatus[]): Sql =>
  raw(`IN (${statuses.map((status) => `'${status}'`).join(', ')})`);

/** What the status of a build is compared with, as in `b.status ${PASSED}`. */
export const PASSED = oneOf(PASSED_STATUSES);
export const ENDED = oneOf(ENDED_STATUSES);
/** Builds that no search for a culprit requested. Those are of old revisions, so they say nothing about their job. */
export const NOT_SEARCHED = raw('searched_problem_id IS NULL');
export const PASSED_OR_FAILED = oneOf([...PASSED_STATUSES, 'failed']);
