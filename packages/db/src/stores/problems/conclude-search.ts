import type { CulpritConclusion } from '@slipway/contracts';
import {
  type AssessedCulprit,
  assessCulprit,
  type CulpritStep,
  describeCulprit,
  nameProven,
  PROVEN_REASON,
  PROVEN_SUSPICION,
} from '@slipway/domain';
import { columnsOf, pick } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { toJson } from '../../json.js';
import { announceChange } from '../../live-changes.js';
import type { CulpritRangeRecord } from '../../reads/problems/culprit-range.js';
import type { ProblemRecord } from '../../reads/problems/problems.js';
import { sql } from '../../sql.js';
import { queueGithubUpdates } from '../github/queue-updates.js';
import { notifyOfCulprit } from '../notifications/culprit-events.js';
import { endCulpritSearch } from './culprit-searches.js';

export interface SearchToConclude {
  readonly problem: ProblemRecord;
  readonly range: CulpritRangeRecord;
  readonly searchId: number;
  readonly now: Date;
}

const CONCLUSIONS: Readonly<Record<Exclude<CulpritStep['kind'], 'run'>, CulpritConclusion>> = {
  culprit: 'found',
  among: 'found',
  no_culprit: 'no_culprit',
  unsettled: 'unsettled',
};

/**
 * Ends a locked search in the caller's transaction if its runs settle it, or no further run would. Whatever names a
 * suspect of the problem then names the proven culprit, or nobody if no change is to blame.
 */
export async function concludeCulpritSearch(
  tx: DatabaseHandle,
  { problem, range, searchId, now }: SearchToConclude,
): Promise<boolean> {
  const assessed = assessCulprit(problem, range);
  const step = assessed?.search.step;
  if (assessed == null || step === undefined || step.kind === 'run') return false;
  const { id: problemId, projectId } = problem;
  const culprit = step.kind === 'culprit' ? (range.changes[step.change] ?? null) : null;
  const conclusion = CONCLUSIONS[step.kind];
  const culpritChangeId = culprit?.id ?? null;
  const ended = { projectId, problemId, searchId, now, conclusion, culpritChangeId, unavailable: null };
  if (!(await endCulpritSearch(tx, ended))) return false;
  if (conclusion === 'unsettled') return true;
  if (culprit !== null || conclusion === 'no_culprit') await replaceSuspects(tx, problem, culprit);
  const proof = describeRange(range, assessed);
  await notifyOfCulprit(tx, { buildRunId: range.firstFailed.id, searchId, proof, conclusion });
  return true;
}

/** What a range shows, in the words of every page and message. */
export function describeRange(
  { changes, runs, lastPassing }: CulpritRangeRecord,
  { search }: AssessedCulprit,
): string {
  const names = changes.map(({ displayIdentifier }) => displayIdentifier);
  return describeCulprit({ search, runs, names, base: `build ${lastPassing.buildNumber}` });
}

interface Replaced {
  readonly projectId: number;
  readonly problemId: number;
  readonly since: Date;
  readonly suspects: unknown;
  readonly userId: number | null;
  /** The sentence of the diagnosis that names changes. */
  readonly attribution: string;
}

/** Of the builds since the problem opened. Null as the user if the author does not belong to the account. */
const replaceInFindings = defineQuery({
  name: 'replace suspects in findings',
  columns: pick(columnsOf('Investigation', 'i'), 'buildRunId'),
  examples: [{ projectId: 1, problemId: 1, since: new Date(0), suspects: [], userId: 1, attribution: '' }],
  build: (
    { projectId, problemId, since, suspects, userId, attribution }: Replaced,
    select,
  ) => sql`UPDATE investigations i
    SET suspects = ${JSON.stringify(suspects)}::jsonb, updated_at = now(), attribution = ${attribution},
      diagnosis = CASE i.attribution WHEN '' THEN i.diagnosis || ${attribution}
        ELSE replace(i.diagnosis, i.attribution, ${attribution}) END,
      attributed_user_id = (SELECT m.user_id FROM account_memberships m
        WHERE m.account_id = i.account_id AND m.user_id = ${userId}::int)
    FROM problem_builds k
    WHERE k.problem_id = ${problemId} AND k.is_cause AND k.seen_at >= ${since}::timestamptz
      AND i.build_run_id = k.build_run_id AND i.project_id = ${projectId} AND i.status = 'completed'
    RETURNING ${select}`,
});

async function replaceSuspects(
  tx: DatabaseHandle,
  { id, projectId, reopenedAt, firstSeenAt }: ProblemRecord,
  culprit: CulpritRangeRecord['changes'][number] | null,
): Promise<void> {
  const suspects =
    culprit === null ? [] : [{ changeId: culprit.id, reason: PROVEN_REASON, confidence: PROVEN_SUSPICION }];
  const since = reopenedAt ?? firstSeenAt;
  const userId = culprit?.userId ?? null;
  const attribution = nameProven(culprit?.displayIdentifier ?? null);
  const findings = await replaceInFindings.all(tx.pool, {
    projectId,
    problemId: id,
    since,
    suspects: toJson(suspects),
    userId,
    attribution,
  });
  const buildIds = findings.map(({ buildRunId }) => buildRunId);
  await queueGithubUpdates(tx.pool, { buildIds, changeIds: [] });
  await tx.prisma.problem.update({
    where: { id, projectId },
    data: { suspectedChangeId: culprit?.id ?? null, updatedAt: new Date() },
  });
  await announceChange(tx, projectId, 'problem', 'investigation');
}
