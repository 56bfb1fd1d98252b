import {
  applyTestRun,
  type ClaimedUpload,
  findMaskingProjects,
  findTestedBuilds,
  findUploadBody,
  isDatabaseOutage,
  postponeTestUpload,
  settleTestUpload,
  type UploadOutcome,
  unpack,
} from '@slipway/db';
import { commonRedactor, type TestedBuild } from '@slipway/domain';
import type { TestReport } from '@slipway/providers';
import type { JobContext } from '../define-job.js';
import { type ReadFiles, readFiles, UnreadableFileError } from './read-files.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Limits the damage of a file that crashes every worker that reads it. */
const MAX_FAILURES = 5;

type Candidate = Awaited<ReturnType<typeof findTestedBuilds>>[number];

/**
 * Reads the files of a delivery and adds their results to the build that they name. What becomes of them is the outcome
 * of the delivery. Files whose build is unknown wait for it.
 */
export async function readTestUpload(held: ClaimedUpload, context: JobContext): Promise<void> {
  const { database, logger } = context;
  try {
    await read(held, context);
  } catch (error) {
    // The lease expires, and another attempt follows.
    if (isDatabaseOutage(error) || context.signal.aborted) throw error;
    logger.error({ err: error, deliveryId: held.deliveryId }, 'test report not read');
    if (held.failures < MAX_FAILURES) {
      const delayMs = held.failures * MINUTE_MS;
      return postponeTestUpload(database, held, {
        delayMs,
        reason: 'Reading failed and is tried again.',
        failed: true,
      });
    }
    await reject(held, `Reading failed ${MAX_FAILURES} times.`, context);
  }
}

async function read(held: ClaimedUpload, context: JobContext): Promise<void> {
  const { database } = context;
  if (held.failures > MAX_FAILURES) return reject(held, `Reading failed ${MAX_FAILURES} times.`, context);
  const { projectId, build: tested } = held;
  const builds = await findTestedBuilds(database, { projectId, ...tested });
  const [build] = builds;
  if (build === undefined) return waitForBuild(held, context);
  if (builds.length > 1) return reject(held, severalBuilds(tested, builds), context);
  const packed = await findUploadBody(database, held);
  if (packed === null) return reject(held, 'The files are no longer stored.', context);
  const report = JSON.parse(await unpack(packed)) as TestReport;
  const masking = (await findMaskingProjects(database, [projectId])).get(projectId);
  const redactor = masking === undefined ? commonRedactor : context.redactors.of(masking);
  try {
    const files = await readFiles(report, { redactor, signal: context.signal });
    await apply(held, { files, report, build }, context);
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    await reject(held, error.message, context);
  }
}

interface ReadReport {
  readonly files: ReadFiles;
  readonly report: TestReport;
  readonly build: Candidate;
}

async function apply(
  held: ClaimedUpload,
  { files, report, build }: ReadReport,
  context: JobContext,
): Promise<void> {
  const { accountId, projectId, receivedAt } = held;
  const { suite, attempt } = report;
  const outcome: UploadOutcome =
    files.groups.length === 0
      ? { outcome: 'ignored', reason: 'The files contain no tests.', touched: [] }
      : {
          outcome: 'applied',
          reason: files.notes.join(' ') || null,
          touched: [{ kind: 'build_run', id: String(build.id) }],
        };
  await context.database.transaction(async (tx) => {
    // First, so that of two workers with the same files the second one waits here and then stops.
    if (!(await settleTestUpload(tx, held, outcome))) return;
    const scope = { accountId, projectId, buildRunId: build.id, suite, attempt };
    for (const { variant, startedAt, results } of files.groups)
      await applyTestRun(tx, { ...scope, variant, startedAt: startedAt ?? receivedAt, results });
  }, context.signal);
}

/** Soon at first, because most reports arrive at about the same time as the report of their build. */
function delayAfter(ageMs: number): number {
  return Math.min(Math.max(1_000, ageMs / 8), MINUTE_MS);
}

async function waitForBuild(held: ClaimedUpload, context: JobContext): Promise<void> {
  const { build, receivedAt } = held;
  const ageMs = context.clock.now() - receivedAt.getTime();
  const named = describeTestedBuild(build);
  if (ageMs >= DAY_MS) return reject(held, `No report about ${named} arrived within a day.`, context);
  const reason = `Waits for a report about ${named}, at most a day.`;
  await postponeTestUpload(context.database, held, { delayMs: delayAfter(ageMs), reason, failed: false });
}

const NAMED = 5;

function severalBuilds(tested: TestedBuild, builds: readonly Candidate[]): string {
  const named = builds.slice(0, NAMED).map(({ jobName, buildNumber }) => `“${jobName}” #${buildNumber}`);
  const more = builds.length > NAMED ? ' and others' : '';
  return `Several builds are ${describeTestedBuild(tested)}: ${named.join(', ')}${more}. Name one by job_name and build_number.`;
}

function describeTestedBuild({ jobName, buildNumber, buildUrl, commitHash, changelist }: TestedBuild): string {
  const job = jobName === undefined ? '' : ` of “${jobName}”`;
  if (buildNumber !== undefined) return `build #${buildNumber}${job}`;
  if (buildUrl !== undefined) return `the build at ${buildUrl}`;
  if (changelist !== undefined) return `a build${job} of changelist ${changelist}`;
  return `a build${job} of commit ${commitHash}`;
}

async function reject(held: ClaimedUpload, reason: string, context: JobContext): Promise<void> {
  const { database, seenKeys } = context;
  const outcome: UploadOutcome = { outcome: 'rejected', reason, touched: [] };
  if (!(await database.transaction((tx) => settleTestUpload(tx, held, outcome)))) return;
  const { projectId, integrationId, key } = held;
  // The sender may send it again.
  await seenKeys.forget([{ projectId, integrationId, key, keyWindowMs: DAY_MS }]);
}
