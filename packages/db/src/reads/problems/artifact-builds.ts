import { computed } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { type Sql, sql } from '../../sql.js';
import type { JobBuild } from '../builds/build-points.js';

interface Revisions {
  readonly projectId: number;
  readonly integrationId: number;
  readonly jobKey: string;
  readonly identifiers: readonly string[];
}

/** The newest build of a revision that has artifacts, of the job itself if it has any. */
const newestOf = ({ projectId, integrationId, jobKey }: Revisions, revision: Sql) => sql`(SELECT b.id
  FROM build_runs b
  WHERE b.project_id = ${projectId} AND ${revision} AND b.searched_problem_id IS NULL
    AND EXISTS (SELECT FROM build_artifacts a WHERE a.build_run_id = b.id)
  ORDER BY (b.integration_id = ${integrationId} AND b.job_key = ${jobKey}) DESC, b.id DESC LIMIT 1)`;

const artifactBuilds = defineQuery({
  name: 'list builds with artifacts of revisions',
  columns: { position: computed('int4', sql`(r.place - 1)::int`), buildRunId: computed('int8', sql`n.id`) },
  examples: [{ projectId: 1, integrationId: 1, jobKey: 'Harbor', identifiers: ['48213'] }],
  build: (revisions: Revisions, select) => sql`SELECT ${select}
    FROM unnest(${revisions.identifiers}::text[]) WITH ORDINALITY r(identifier, place),
      LATERAL (SELECT COALESCE(
        ${newestOf(revisions, sql`b.commit_hash = r.identifier AND b.commit_hash <> ''`)},
        ${newestOf(revisions, sql`b.changelist = r.identifier AND b.changelist <> ''`)}) AS id) n
    WHERE n.id IS NOT NULL AND r.identifier <> ''`,
});

/** The builds of some revisions whose artifacts can be used to test them, by the revisions' positions. */
export async function findRevisionsWithArtifacts(
  { pool }: DatabaseHandle,
  { projectId, integrationId, jobKey }: JobBuild,
  identifiers: readonly string[],
): Promise<ReadonlyMap<number, number>> {
  const found = await artifactBuilds.all(pool, { projectId, integrationId, jobKey, identifiers });
  return new Map(found.map(({ position, buildRunId }) => [position, buildRunId]));
}

/** What a build left behind. */
async function listArtifacts({ prisma }: DatabaseHandle, projectId: number, buildRunId: number) {
  const build = await prisma.buildRun.findUnique({
    where: { id: buildRunId, projectId },
    select: {
      artifacts: { select: { name: true, sizeBytes: true, url: true }, orderBy: { name: 'asc' }, take: 200 },
    },
  });
  return (build?.artifacts ?? []).map((artifact) => ({ ...artifact, sizeBytes: Number(artifact.sizeBytes) }));
}

export const reads = { listArtifacts };
