import type { ConsoleTest, TestDetail, TestVariantDetail } from '@slipway/contracts';
import type { ProjectRecord, ProjectTestRecord, TestOutcomeRecord } from '@slipway/db';
import {
  describeVariant,
  hasRetried,
  type Redactor,
  redactName,
  sanitizePath,
  sanitizeText,
  statusOfTest,
} from '@slipway/domain';
import { found } from '@slipway/http';
import { presentTime } from '../../presenters/present-time.js';
import type { RestServices } from '../../services.js';
import { explainVerdict } from './explain-verdict.js';

const RATE_DIGITS = 10_000;
const presentRate = (rate: number) => Math.round(rate * RATE_DIGITS) / RATE_DIGITS;

export function presentTest(
  test: ProjectTestRecord,
  last: TestOutcomeRecord | undefined,
  redactor: Redactor,
): Omit<ConsoleTest, 'outcomes'> {
  return {
    id: String(test.id),
    suite: redactName(test.suite, redactor),
    path: redactName(test.path, redactor),
    name: redactName(test.name, redactor),
    verdict: test.verdict,
    flake_rate: presentRate(test.flakeRate),
    last_status: last?.status ?? null,
    last_run_at: presentTime(last?.startedAt ?? null),
    last_failed_at: presentTime(test.lastFailedAt),
    duration_ms: last?.durationMs ?? null,
    owner_user_id: test.ownerUserId,
    muted_until: presentTime(test.mutedUntil),
  };
}

const HISTORY_RUNS = 100;
const SHOWN_FAILURES = 10;
/** Of these, the newest in which a test ran is its last one. A test that misses more of them has no last status. */
export const RECENT_RUNS = 10;

/** Reads a test with its variants and newest failures, as clients see it. */
export async function readTest(
  services: Pick<RestServices, 'reads' | 'clock' | 'redactors'>,
  project: ProjectRecord,
  namedId: number,
  buildRunId: number | null = null,
): Promise<TestDetail> {
  const { reads } = services;
  const redactor = services.redactors.of(project);
  // One after the other, because these reads may share a transaction.
  const test = found(await reads.findProjectTest(project.id, namedId));
  const testId = test.id;
  const key = { projectId: project.id, testId };
  const recent = { projectId: project.id, ids: [testId], suiteIds: undefined, runs: RECENT_RUNS };
  const outcomes = await reads.readRecentOutcomes(recent);
  const problem = await reads.findProblemOfTest(key);
  const failures = await reads.listFailuresOfTest({ ...key, buildRunId, count: SHOWN_FAILURES });
  return {
    ...presentTest(test, outcomes.get(testId)?.[0], redactor),
    mute_reason: test.muteReason === null ? null : sanitizeText(redactor.text(test.muteReason)),
    problem: problem && {
      id: String(problem.id),
      state: problem.state,
      seen_count: problem.seenCount,
      assignee_user_id: problem.assigneeUserId,
    },
    variants: await readVariants(services, project, testId),
    failures: failures.map((failure) => {
      const quoted = (text: string) => sanitizeText(redactor.text(text));
      return {
        build_run_id: String(failure.buildRunId),
        build_number: failure.buildNumber,
        variant: redactName(describeVariant(failure), redactor),
        attempt: failure.attempt,
        kind: failure.kind,
        message: quoted(failure.message),
        details: quoted(failure.details),
        output: quoted(failure.output),
        file: failure.file === '' ? null : sanitizePath(failure.file),
        line: failure.line,
        started_at: presentTime(failure.startedAt),
      };
    }),
  };
}

async function readVariants(
  { reads, clock, redactors }: Pick<RestServices, 'reads' | 'clock' | 'redactors'>,
  project: ProjectRecord,
  testId: number,
): Promise<TestVariantDetail[]> {
  const key = { projectId: project.id, testId };
  const redactor = redactors.of(project);
  const variants = await reads.listTestVariants(key);
  const stateOf = new Map((await reads.listStatesOfTest(key)).map((state) => [state.suiteId, state]));
  const kindOf = new Map((await reads.listFailureKinds(key)).map(({ runId, kind }) => [runId, kind]));
  const presented: TestVariantDetail[] = [];
  for (const variant of variants) {
    const history = await reads.listTestHistory({ ...variant, projectId: project.id, count: HISTORY_RUNS });
    const state = stateOf.get(variant.suiteId);
    const label = redactName(describeVariant(variant), redactor);
    presented.push({
      variant: label,
      verdict: state?.state ?? 'passing',
      explanation:
        state === undefined
          ? describePassing(history)
          : explainVerdict(state.verdict, { variant: label, isOnly: variants.length === 1, now: clock.now() }),
      flake_rate: presentRate(state?.flakeRate ?? 0),
      since: presentTime(state?.since ?? null),
      history: history.flatMap((run) => {
        const status = statusOfTest(run.outcome, kindOf.get(run.runId));
        if (status === null) return [];
        return [
          {
            build_run_id: String(run.buildRunId),
            build_number: run.buildNumber,
            status,
            retried: hasRetried(run.outcome),
            duration_ms: run.durationMs,
            commit_hash: sanitizeText(run.commitHash),
            changelist: sanitizeText(run.changelist),
            branch: redactName(run.branch, redactor),
            infrastructure: run.isInfrastructure,
            started_at: presentTime(run.startedAt),
          },
        ];
      }),
    });
  }
  return presented;
}

type History = Awaited<ReturnType<RestServices['reads']['listTestHistory']>>;

/** Of a test without a verdict. */
function describePassing([last, ...earlier]: History): string {
  if (last === undefined) return 'Has not run yet.';
  const status = statusOfTest(last.outcome, undefined);
  if (status === 'failed') return 'Failed its newest run; too early to tell why.';
  return `Nothing unusual in its newest ${earlier.length === 0 ? 'run' : `${earlier.length + 1} runs`}.`;
}
