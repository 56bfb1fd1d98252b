import {
  type ChangedTest,
  type DescribeOptions,
  describeEndingMute,
  describeTestChange,
  describeVariant,
  describeVerdict,
  type NotificationContent,
  revisionLabel,
  type TestVariant,
  type Verdict,
} from '@slipway/domain';
import { columnsOf, narrowed, pick } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { databaseTime } from '../../database-time.js';
import { defineQuery } from '../../define-query.js';
import { type Queryable, sql } from '../../sql.js';
import type { DueNotification } from './due-notification.js';

/** The variants of a build report one after the other. Their tests become one message. */
const COLLECT_SECONDS = 60;
const MAX_TESTS = 50;

/** Tests whose verdict became `broken` or `flaky` with a run. */
export interface ChangedTests {
  readonly accountId: number;
  readonly projectId: number;
  readonly buildRunId: number;
  readonly runId: number;
  readonly suiteId: number;
  readonly event: 'test.broke' | 'test.became_flaky';
  readonly testIds: readonly number[];
}

interface TestOfSuite {
  readonly testId: number;
  readonly suiteId: number;
}

interface Collected extends ChangedTests {
  readonly tests: readonly TestOfSuite[];
}

const EXAMPLE: Collected = {
  accountId: 1,
  projectId: 1,
  buildRunId: 1,
  runId: 1,
  suiteId: 1,
  event: 'test.broke',
  testIds: [1],
  tests: [],
};

const threadOf = ({ event, buildRunId }: ChangedTests) => `${event}:${buildRunId}`;

const addToNotification = defineQuery({
  name: 'add changed tests to a notification',
  columns: {},
  examples: [EXAMPLE],
  build: (changed: Collected) => sql`UPDATE notifications SET count = count + ${changed.testIds.length}::int,
      detail = jsonb_set(detail, '{tests}', (detail->'tests') || ${JSON.stringify(changed.tests)}::jsonb)
    WHERE project_id = ${changed.projectId} AND thread_key = ${threadOf(changed)} AND released_at IS NULL`,
});

const writeChangedTests = defineQuery({
  name: 'write changed tests',
  columns: {},
  examples: [EXAMPLE],
  build: (changed: Collected) => sql`
    INSERT INTO notifications (id, account_id, project_id, event, event_key, thread_key, build_run_id, detail, count,
      release_at)
    SELECT gen_random_uuid(), ${changed.accountId}, ${changed.projectId}, ${changed.event},
      ${`${changed.event}:${changed.runId}:`} || extract(epoch FROM now()), ${threadOf(changed)}, ${changed.buildRunId},
      jsonb_build_object('tests', ${JSON.stringify(changed.tests)}::jsonb), ${changed.testIds.length}::int,
      now() + make_interval(secs => ${COLLECT_SECONDS})
    WHERE EXISTS (SELECT FROM notification_rules r
      WHERE r.project_id = ${changed.projectId} AND r.event = ${changed.event} AND r.enabled)
    ON CONFLICT (project_id, event_key) DO NOTHING`,
});

/** Writes that tests broke or became flaky, in the transaction that judges them. */
export async function notifyOfChangedTests(tx: Queryable, changed: ChangedTests): Promise<void> {
  const { suiteId, testIds } = changed;
  if (testIds.length === 0) return;
  const collected = { ...changed, tests: testIds.slice(0, MAX_TESTS).map((testId) => ({ testId, suiteId })) };
  if ((await addToNotification.execute(tx, collected)) === 0) await writeChangedTests.execute(tx, collected);
}

const state = columnsOf('TestState', 's');
const suite = columnsOf('TestSuite', 'u');
const changedTests = defineQuery({
  name: 'list changed tests of a notification',
  columns: {
    ...pick(columnsOf('Test', 't'), 'id', 'suite', 'path', 'name'),
    ...pick(suite, 'platform', 'configuration', 'renderer', 'device'),
    tags: narrowed<TestVariant['tags']>(suite.tags),
    verdict: narrowed<Verdict>(state.verdict),
  },
  examples: [{ projectId: 1, event: 'test.broke', tests: [] }],
  build: (
    {
      projectId,
      event,
      tests,
    }: { readonly projectId: number; readonly event: string; readonly tests: readonly TestOfSuite[] },
    select,
  ) => sql`SELECT ${select}
    FROM jsonb_to_recordset(${JSON.stringify(tests)}::jsonb) AS n ("testId" bigint, "suiteId" int)
    JOIN test_states s ON s.test_id = n."testId" AND s.suite_id = n."suiteId" AND s.project_id = ${projectId}
      AND s.state = CASE ${event} WHEN 'test.broke' THEN 'broken' ELSE 'flaky' END::test_verdict
    JOIN tests t ON t.id = s.test_id JOIN test_suites u ON u.id = s.suite_id
    WHERE NOT EXISTS (SELECT FROM problems p WHERE p.test_id = t.id AND p.snoozed_until > now())
    ORDER BY t.id, u.id LIMIT ${MAX_TESTS}`,
});

/** What a notification about tests says; null if none of them is as it was. */
export async function testChangeContent(
  tx: DatabaseHandle,
  { event, projectId, buildRunId, detail, count }: DueNotification & Pick<ChangedTests, 'event'>,
  options: DescribeOptions,
): Promise<NotificationContent | null> {
  const build = await tx.prisma.buildRun.findUnique({
    where: { id: BigInt(buildRunId ?? 0), projectId },
    select: { jobName: true, buildNumber: true, project: { select: { id: true, name: true } } },
  });
  const tests = detail.tests ?? [];
  const rows = await changedTests.all(tx.pool, { projectId, event, tests });
  const now = (await databaseTime(tx)).getTime();
  const changed = rows.map(({ verdict, id, suite: suiteName, path, name, ...variant }): ChangedTest => {
    const label = describeVariant(variant);
    const names = { variant: label || null, revision: revisionLabel(verdict.since?.revision), now };
    return { id, suite: suiteName, path, name, variant: label, explanation: describeVerdict(verdict, names) };
  });
  const [first, ...others] = changed;
  if (build === null || first === undefined) return null;
  const { project, jobName, buildNumber: number } = build;
  const facts = { project, build: { id: buildRunId ?? 0, jobName, number } };
  const fixed = tests.length - changed.length;
  return describeTestChange(event, { ...facts, tests: [first, ...others], count: count - fixed }, options);
}

/** Long before a mute of fourteen days ends; a shorter one than this is not announced. */
const endingMutes = defineQuery({
  name: 'write ending mutes',
  columns: {},
  examples: [null],
  build: (_: null) => sql`
    INSERT INTO notifications (id, account_id, project_id, event, event_key, thread_key, user_id, detail, release_at)
    SELECT gen_random_uuid(), m.account_id, m.project_id, 'test.mute_ending', 'mute-ending:' || m.id,
      'test:' || m.test_id, m.owner_user_id, jsonb_build_object('muteId', m.id), now()
    FROM test_mutes m JOIN projects p ON p.id = m.project_id AND p.paused_at IS NULL AND p.archived_at IS NULL
    WHERE m.ended_at IS NULL AND m.until > now() AND m.until <= now() + interval '1 day'
      AND m.created_at < m.until - interval '1 day'
      AND NOT EXISTS (SELECT FROM notifications n WHERE n.project_id = m.project_id AND n.event_key = 'mute-ending:' || m.id)
    ORDER BY m.project_id, m.id ON CONFLICT (project_id, event_key) DO NOTHING`,
});

/** Writes which mutes end within a day. Returns how many are new. */
export function notifyOfEndingMutes({ pool }: DatabaseHandle): Promise<number> {
  return endingMutes.execute(pool, null);
}

/** What the reminder of a mute says; null if it has ended. */
export async function endingMuteContent(
  { prisma }: DatabaseHandle,
  { projectId, detail }: DueNotification,
  options: DescribeOptions,
): Promise<NotificationContent | null> {
  const mute = await prisma.testMute.findUnique({
    where: { id: detail.muteId ?? 0, projectId, endedAt: null },
    select: { testId: true, reason: true, until: true },
  });
  if (mute === null) return null;
  const { testId: id, reason, until } = mute;
  const test = await prisma.test.findUnique({
    where: { id },
    select: { suite: true, path: true, name: true, project: { select: { id: true, name: true } } },
  });
  if (test === null) return null;
  const { project, ...names } = test;
  return describeEndingMute({ project, test: { id: Number(id), ...names }, reason, until }, options);
}
