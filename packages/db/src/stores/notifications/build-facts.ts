import type { BuildEvent, BuildFacts, ProblemFacts } from '@slipway/domain';
import { columnsOf, computed, nullable, type RowOf } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { type FailureHistory, findFailureHistory } from '../../reads/builds/failure-history.js';
import { causeState, causeText, quotedLine } from '../../reads/builds/finding-states.js';
import { builtChange } from '../../reads/builds/searched-builds.js';
import { listSuspects } from '../../reads/builds/suspects.js';
import { reads as problemReads } from '../../reads/problems/problems.js';
import { readFailedTests } from '../../reads/tests/build-tests.js';
import { sql } from '../../sql.js';
import { findProblemFacts } from './problem-facts.js';

const build = columnsOf('BuildRun', 'b');
const change = columnsOf('Change', 'c');
const investigation = columnsOf('Investigation', 'i');
/** What a message shows of a completed investigation `i`, otherwise of a diagnosis `d`. */
export const findingColumns = {
  diagnosis: nullable(computed('text', causeText)),
  quote: nullable(computed('text', quotedLine)),
  attributedUserId: nullable(investigation.attributedUserId),
  cause: nullable(computed('text', causeState)),
};

/** Whether a test of build `b` failed. */
export const hasFailedTests = computed(
  'bool',
  sql`EXISTS (SELECT FROM test_runs t WHERE t.build_run_id = b.id AND t.failed > 0)`,
);

const columns = {
  id: build.id,
  jobName: build.jobName,
  number: build.buildNumber,
  projectId: build.projectId,
  accountId: build.accountId,
  projectName: columnsOf('Project', 'p').name,
  changeId: nullable(change.id),
  displayIdentifier: nullable(change.displayIdentifier),
  description: nullable(computed('text', sql`left(c.description, 500)`)),
  authorUserId: change.authorUserId,
  hasFailedTests,
  ...findingColumns,
};

const buildFacts = defineQuery({
  name: 'find facts of build',
  columns,
  examples: [{ projectId: 1, id: 1 }],
  build: ({ projectId, id }: { readonly projectId: number; readonly id: number }, select) =>
    sql`SELECT ${select} FROM build_runs b JOIN projects p ON p.id = b.project_id
        LEFT JOIN changes c ON c.id = ${builtChange} AND c.project_id = b.project_id
        LEFT JOIN LATERAL (SELECT * FROM investigations WHERE build_run_id = b.id AND status = 'completed'
                           ORDER BY created_at DESC LIMIT 1) i ON true
        LEFT JOIN build_diagnoses d ON d.build_run_id = b.id
        WHERE b.id = ${id} AND b.project_id = ${projectId}`,
});

interface ReportedBuild {
  readonly projectId: number;
  readonly id: number;
  readonly event: BuildEvent;
  readonly failures: number;
}

/** What a notification says about a build; null if the build is gone. */
export async function findBuildFacts(
  on: DatabaseHandle,
  { projectId, id, event, failures }: ReportedBuild,
): Promise<BuildFacts | null> {
  const row = await buildFacts.first(on.pool, { projectId, id });
  if (row === null) return null;
  const suspects = await listSuspects(on, projectId, [id]);
  // Only a message about a failure without a suspect shows the new changes, which are many rows to read.
  const history =
    event === 'main_job.recovered' || suspects.length > 0 ? null : await findFailureHistory(on, projectId, id);
  const problem = event === 'main_job.recovered' ? null : await findProblem(on, row);
  return {
    problem,
    project: { id: row.projectId, name: row.projectName },
    build: { id: row.id, jobName: row.jobName, number: row.number },
    failures,
    finding: findingOf(row),
    change: changeOf(row),
    suspects,
    newChanges: newChangesOf(history),
    tests: row.hasFailedTests ? await readFailedTests(on, projectId, id) : null,
  };
}

/** The problem that made the build fail, with whom it waits for. */
async function findProblem(
  on: DatabaseHandle,
  { id, projectId, accountId }: Pick<FactsRow, 'id' | 'projectId' | 'accountId'>,
): Promise<ProblemFacts | null> {
  const problem = await problemReads.findProblemOfBuild(on, projectId, id);
  return problem === null ? null : findProblemFacts(on, { id: projectId, accountId }, problem);
}

const MAX_NAMED = 3;

function newChangesOf(history: FailureHistory | null): BuildFacts['newChanges'] {
  if (history === null) return null;
  const { lastPassing, changes, isCut } = history;
  const newest = changes.slice(-MAX_NAMED).toReversed();
  return {
    passedNumber: lastPassing.buildNumber,
    count: changes.length,
    isCut,
    newest: newest.map(({ displayIdentifier }) => displayIdentifier),
  };
}

type FactsRow = RowOf<typeof columns>;

/** What is known about the cause; null if nothing was found. */
export function findingOf({
  cause,
  diagnosis,
  quote,
  attributedUserId,
}: RowOf<typeof findingColumns>): BuildFacts['finding'] {
  // Without a quoted line nothing was found, and the message only says that the build failed.
  if (cause === null || cause === 'none' || diagnosis === null) return null;
  return { diagnosis, quote, isCertain: cause === 'found', attributedUserId };
}

function changeOf({ changeId, displayIdentifier, description, authorUserId }: FactsRow): BuildFacts['change'] {
  if (changeId === null) return null;
  return {
    id: changeId,
    displayIdentifier: displayIdentifier ?? '',
    description: description ?? '',
    authorUserId,
  };
}
