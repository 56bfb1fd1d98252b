import type { BuildStatus } from '@slipway/contracts';
import { type BuildReport, omitEmpty, readProviderTime, type StepReport } from '@slipway/domain';
import Type, { type Static } from 'typebox';
import type { NormalizeContext } from '../../define-provider.js';
import {
  type BuildDetails,
  BuildNumber,
  buildTypeOfWord,
  JobName,
  OptionalChangelist,
  SuiteList,
  targetTypeOfWord,
  toSuites,
} from '../../shared/build-fields.js';
import { LOG_NAMES, logFields, readLog } from '../../shared/build-log.js';
import {
  detail,
  identifierText,
  optional,
  optionalCommit,
  TextDetail,
  Time,
  WordDetail,
  webAddress,
  wordText,
} from '../../shared/fields.js';
import { Person, toActor } from '../../shared/people.js';

/** The fields of every event: the build and what is built. */
export const common = {
  build_number: optional(BuildNumber),
  build_id: optional(BuildNumber),
  job_name: optional(JobName),
  engine: TextDetail,
  target_type: TextDetail,
  platform: TextDetail,
  changelist: OptionalChangelist,
  commit: WordDetail,
  branch: WordDetail,
  author: detail(Person),
  build_url: TextDetail,
  expects_tests: SuiteList,
  timestamp: Time,
};

/** Requires `build_number` or `build_id`. */
export const identified = {
  anyOf: [
    { required: ['build_number'], properties: { build_number: BuildNumber } },
    { required: ['build_id'], properties: { build_id: BuildNumber } },
  ],
};

export const Progress = Type.Object(common, identified);
export type Progress = Static<typeof Progress>;

/** The end of a build. A failed build often has an error message instead of a log. */
export const Ended = Type.Object({ ...common, ...logFields, error: Type.Optional(Type.Unknown()) }, identified);
export type Ended = Static<typeof Ended>;

/** The job of events without `job_name`. It does not depend on the platform, because some events of a build lack it. */
const DEFAULT_JOB = 'game-engine';

/** The field names of a failed build's log, the error message last. */
export const ERROR_NAMES = [...LOG_NAMES, 'error'];

export function report(
  payload: Progress,
  status: BuildStatus,
  at: number,
  details: Partial<BuildDetails>,
): BuildReport {
  return {
    kind: 'build_report',
    jobName: payload.job_name ?? DEFAULT_JOB,
    buildNumber: identifierText(payload.build_number ?? payload.build_id ?? ''),
    attempt: 1,
    status,
    originalStatus: null,
    reportedAt: at,
    ...omitEmpty<BuildDetails>({
      buildType: buildTypeOfWord(payload.engine),
      targetType: targetTypeOfWord(payload.target_type),
      changelist: payload.changelist == null ? null : identifierText(payload.changelist).trim(),
      commitHash: optionalCommit(payload.commit),
      branch: wordText(payload.branch),
      actor: toActor(payload.author),
      buildUrl: webAddress(payload.build_url),
      expectedSuites: toSuites(payload.expects_tests),
    }),
    ...details,
  };
}

export function timeOf({ timestamp }: Progress, { receivedAt }: NormalizeContext): number {
  return readProviderTime(timestamp) ?? receivedAt;
}

export function step(payload: Progress, name: string, at: number): StepReport {
  return { name, status: 'running', at, ...omitEmpty<Pick<StepReport, 'detail'>>({ detail: payload.platform }) };
}

/** A phase started: the step runs and the build is building. */
export function phaseStarted(name: string) {
  return (payload: Progress, context: NormalizeContext): BuildReport[] => {
    const at = timeOf(payload, context);
    const started: StepReport = { ...step(payload, name, at), startedAt: at };
    return [report(payload, 'building', at, { startedAt: at, steps: [started] })];
  };
}

/** Shader compilation ended. It is the only phase that reports its end. */
export function shadersCompleted(payload: Progress, context: NormalizeContext): BuildReport[] {
  const at = timeOf(payload, context);
  const completed: StepReport = { ...step(payload, 'shaders', at), status: 'completed', finishedAt: at };
  return [report(payload, 'building', at, { startedAt: at, steps: [completed] })];
}

export function ended(status: 'completed' | 'failed', logNames: readonly string[]) {
  return (payload: Ended, context: NormalizeContext): BuildReport[] => {
    const at = timeOf(payload, context);
    return [report(payload, status, at, { finishedAt: at, ...omitEmpty({ log: readLog(payload, logNames) }) })];
  };
}
