import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { sql } from '../../sql.js';
import type { PolledBuildKey } from './jenkins-builds.js';

/** The revision that a build was triggered for. */
export interface Trigger {
  readonly commit: string;
  readonly changelist: string;
  readonly branch: string;
}

const revision = { commitHash: true, changelist: true, branch: true } as const;

/** The trigger of a build that has no number yet; null once the build is no longer queued. */
export async function findTrigger(
  { prisma }: DatabaseHandle,
  { integrationId, jobKey, buildNumber }: PolledBuildKey,
): Promise<Trigger | null> {
  const build = await prisma.buildRun.findFirst({
    where: { integrationId, jobKey, buildNumber, status: 'queued' },
    select: revision,
  });
  return build && { commit: build.commitHash, changelist: build.changelist, branch: build.branch };
}

/**
 * Gives a triggered build the number that the server assigned. If a report has already created a build with that
 * number, that build stays: it takes on the trigger's revision if it has none, and the triggered build is deleted.
 */
export async function numberTriggeredBuild(
  { prisma }: DatabaseHandle,
  { integrationId, jobKey, buildNumber }: PolledBuildKey,
  number: string,
): Promise<void> {
  const byNumber = (of: string) => ({
    integrationId_jobKey_buildNumber: { integrationId, jobKey, buildNumber: of },
  });
  const triggered = await prisma.buildRun.findUnique({
    where: byNumber(buildNumber),
    select: { id: true, ...revision },
  });
  if (triggered === null) return;
  const reported = await prisma.buildRun.findUnique({
    where: byNumber(number),
    select: { id: true, ...revision },
  });
  const { id } = triggered;
  if (reported === null) {
    await prisma.buildRun.update({ where: { id }, data: { buildNumber: number } });
    return;
  }
  await prisma.buildRun.delete({ where: { id } });
  await prisma.buildRun.update({
    where: { id: reported.id },
    data: {
      commitHash: reported.commitHash || triggered.commitHash,
      changelist: reported.changelist || triggered.changelist,
      branch: reported.branch || triggered.branch,
    },
  });
}

/** SQL, because builds and polled builds share a key without a relation. */
const deleteTriggers = defineQuery({
  name: 'delete repeated triggers',
  columns: {},
  examples: [null],
  build: (_: null) => sql`
    DELETE FROM build_runs b USING jenkins_polls p, jenkins_builds k
    WHERE b.integration_id = p.integration_id AND b.finished_at IS NULL AND b.status = 'queued'
      AND b.build_number ~ '^(commit|changelist)-' AND k.integration_id = b.integration_id
      AND k.job_key = b.job_key AND k.build_number = b.build_number AND k.settled_at IS NOT NULL`,
});

/** Deletes builds that a repeated trigger created after the first one had started: a repeat has no effect. */
export async function deleteRepeatedTriggers({ pool }: DatabaseHandle): Promise<void> {
  await deleteTriggers.execute(pool, null);
}
