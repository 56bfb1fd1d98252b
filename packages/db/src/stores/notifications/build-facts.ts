import type { BuildFacts } from '@slipway/domain';
import { columnsOf, computed, nullable, type RowOf } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { causeState, causeText, quotedLine } from '../../reads/builds/finding-states.js';
import { builtChange } from '../../reads/builds/searched-builds.js';
import { sql } from '../../sql.js';

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

const columns = {
  id: build.id,
  jobName: build.jobName,
  number: build.buildNumber,
  projectId: build.projectId,
  projectName: columnsOf('Project', 'p').name,
  changeId: nullable(change.id),
  displayIdentifier: nullable(change.displayIdentifier),
  description: nullable(computed('text', sql`left(c.description, 500)`)),
  author: nullable(computed('text', sql`COALESCE(u.name, c.author)`)),
  authorUserId: change.authorUserId,
  ...findingColumns,
};

const buildFacts = defineQuery({
  name: 'find facts of build',
  columns,
  examples: [{ projectId: 1, id: 1 }],
  build: ({ projectId, id }: { readonly projectId: number; readonly id: number }, select) =>
    sql`SELECT ${select} FROM build_runs b JOIN projects p ON p.id = b.project_id
        LEFT JOIN changes c ON c.id = ${builtChange} AND c.project_id = b.project_id
        LEFT JOIN account_memberships m ON m.user_id = c.author_user_id AND m.account_id = b.account_id
        LEFT JOIN users u ON u.id = m.user_id
        LEFT JOIN LATERAL (SELECT * FROM investigations WHERE build_run_id = b.id AND status = 'completed'
                           ORDER BY created_at DESC LIMIT 1) i ON true
        LEFT JOIN build_diagnoses d ON d.build_run_id = b.id
        WHERE b.id = ${id} AND b.project_id = ${projectId}`,
});

/** What a notification says about a build; null if the build is gone. */
export async function findBuildFacts(
  { pool }: DatabaseHandle,
  { projectId, id, failures }: { readonly projectId: number; readonly id: number; readonly failures: number },
): Promise<BuildFacts | null> {
  const row = await buildFacts.first(pool, { projectId, id });
  if (row === null) return null;
  return {
    project: { id: row.projectId, name: row.projectName },
    build: { id: row.id, jobName: row.jobName, number: row.number },
    failures,
    finding: findingOf(row),
    change: changeOf(row),
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

function changeOf({
  changeId,
  displayIdentifier,
  description,
  author,
  authorUserId,
}: FactsRow): BuildFacts['change'] {
  if (changeId === null) return null;
  return {
    id: changeId,
    displayIdentifier: displayIdentifier ?? '',
    description: description ?? '',
    author: author ?? '',
    authorUserId,
  };
}
