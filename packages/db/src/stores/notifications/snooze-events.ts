import { type DescribeOptions, describeSnoozeEnd, type NotificationContent } from '@slipway/domain';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { reads as problemReads } from '../../reads/problems/problems.js';
import { type Queryable, sql } from '../../sql.js';
import type { DueNotification } from './due-notification.js';
import { findProblemFacts } from './problem-facts.js';

/** The end of a snooze. */
interface SnoozeEndEvent {
  readonly id: number;
  readonly accountId: number;
  readonly projectId: number;
  readonly lastBuildRunId: number;
  readonly assigneeUserId: number | null;
  readonly snoozedAt: Date | null;
  readonly snoozedById: number | null;
  /** The build that failed on a newer revision; null if its time has come. */
  readonly buildRunId: number | null;
}

/** For whoever snoozed the problem, and for whoever took it. */
const writeEnds = defineQuery({
  name: 'write ended snooze',
  columns: {},
  examples: [
    {
      id: 1,
      accountId: 1,
      projectId: 1,
      lastBuildRunId: 1,
      assigneeUserId: null,
      snoozedAt: new Date(0),
      snoozedById: 1,
      buildRunId: null,
    },
  ],
  build: ({ id, projectId, snoozedAt, buildRunId, ...snooze }: SnoozeEndEvent) => sql`
    INSERT INTO notifications (id, account_id, project_id, event, event_key, thread_key, build_run_id, user_id, detail,
      release_at)
    SELECT gen_random_uuid(), ${snooze.accountId}, ${projectId}, 'problem.snooze_ended',
      ${`snooze-ended:${id}:${snoozedAt?.getTime() ?? 0}:`} || person.user_id, ${`snooze:${id}`},
      ${buildRunId ?? snooze.lastBuildRunId}, person.user_id,
      jsonb_build_object('problemId', ${id}::bigint, 'hasFailed', ${buildRunId !== null}::bool), now()
    FROM (SELECT DISTINCT user_id FROM unnest(${[snooze.snoozedById, snooze.assigneeUserId]}::int[]) AS u (user_id)
      WHERE user_id IS NOT NULL) person
    ON CONFLICT (project_id, event_key) DO NOTHING`,
});

/** Writes that a snooze has ended, in the transaction that ends it. */
export async function writeSnoozeEnd(tx: Queryable, ended: SnoozeEndEvent): Promise<void> {
  await writeEnds.execute(tx, ended);
}

/** What the message about an ended snooze says; null if nobody needs to look any more. */
export async function snoozeEndContent(
  tx: DatabaseHandle,
  { projectId, accountId, buildRunId, detail }: DueNotification,
  options: DescribeOptions,
): Promise<NotificationContent | null> {
  const problem = await problemReads.findProblem(tx, projectId, detail.problemId ?? 0);
  if (problem === null || problem.state !== 'open' || problem.snoozedUntil !== null) return null;
  const project = await tx.prisma.project.findUniqueOrThrow({ where: { id: projectId }, select: { name: true } });
  const build = await tx.prisma.buildRun.findUnique({
    where: { id: BigInt(buildRunId ?? 0), projectId },
    select: { jobName: true, buildNumber: true },
  });
  const facts = await findProblemFacts(tx, { id: projectId, accountId }, problem);
  return describeSnoozeEnd(
    {
      project: { id: projectId, name: project.name },
      problem: facts,
      jobs: problem.jobs,
      failed: detail.hasFailed === true && build !== null ? build : null,
    },
    options,
  );
}
