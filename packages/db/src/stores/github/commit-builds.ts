import type { BuildStatus } from '@slipway/contracts';
import type { CommitBuild } from '@slipway/domain';
import { columnsOf, computed, narrowed } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { listSuspects } from '../../reads/builds/suspects.js';
import { readFailedTests } from '../../reads/tests/build-tests.js';
import { isSameCommit } from '../../same-commit.js';
import { raw, sql } from '../../sql.js';
import { findingColumns, findingOf, hasFailedTests } from '../notifications/build-facts.js';

/** More jobs of one commit than anyone runs. */
const MAX_JOBS = raw('200');

const build = columnsOf('BuildRun', 'b');
const columns = {
  id: build.id,
  jobName: build.jobName,
  number: build.buildNumber,
  status: narrowed<BuildStatus>(computed('text', sql`b.status::text`)),
  isGithubBuild: computed(
    'bool',
    sql`EXISTS (SELECT FROM integrations n WHERE n.id = b.integration_id AND n.provider = 'github')`,
  ),
  hasFailedTests,
  ...findingColumns,
};

interface Commit {
  readonly projectId: number;
  readonly sha: string;
}

/** A job may have built the commit several times; the latest build counts. */
const newestBuilds = defineQuery({
  name: 'newest builds of commit',
  columns,
  examples: [{ projectId: 1, sha: 'a'.repeat(40) }],
  build: ({ projectId, sha }: Commit, select) => sql`
    SELECT ${select} FROM (
      SELECT DISTINCT ON (n.integration_id, n.job_key) n.* FROM build_runs n
      WHERE n.project_id = ${projectId} AND n.searched_problem_id IS NULL AND n.commit_hash <> '' AND ${isSameCommit(sql`n.commit_hash`, sql`${sha}::text`)}
      ORDER BY n.integration_id, n.job_key, COALESCE(n.started_at, n.created_at) DESC, n.id DESC
      LIMIT ${MAX_JOBS}) b
    LEFT JOIN LATERAL (SELECT * FROM investigations WHERE build_run_id = b.id AND status = 'completed'
                       ORDER BY created_at DESC LIMIT 1) i ON true
    LEFT JOIN build_diagnoses d ON d.build_run_id = b.id
    ORDER BY b.job_name, b.id`,
});

/** The newest build of each job for a commit, with its finding and suspects. */
export async function listCommitBuilds(on: DatabaseHandle, commit: Commit): Promise<CommitBuild[]> {
  const rows = await newestBuilds.all(on.pool, commit);
  const failed = rows.flatMap(({ id, status }) => (status === 'failed' ? [id] : []));
  const suspects = await listSuspects(on, commit.projectId, failed);
  const builds: CommitBuild[] = [];
  for (const { id, jobName, number, status, isGithubBuild, hasFailedTests, ...finding } of rows)
    builds.push({
      id,
      jobName,
      number,
      status,
      isGithubBuild,
      finding: status === 'failed' ? findingOf(finding) : null,
      suspects: suspects.flatMap(({ buildRunId, displayIdentifier }) =>
        buildRunId === id ? [displayIdentifier] : [],
      ),
      tests: hasFailedTests ? await readFailedTests(on, commit.projectId, id) : null,
    });
  return builds;
}
