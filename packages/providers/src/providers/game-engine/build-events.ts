import type { BuildStatus } from '@slipway/contracts';
import { type BuildReport, omitEmpty, readProviderTime, type StepReport } from '@slipway/domain';
import Type, { type Static } from 'typebox';
import type { NormalizeContext } from '../../define-provider.js';
import {
  identifierText,
  maybe,
  OptionalIdentifier,
  OptionalText,
  optionalCommit,
  wordText,
} from '../../fields.js';
import {
  type BuildDetails,
  BuildNumber,
  buildTypeOfWord,
  JobName,
  OptionalChangelist,
  targetTypeOfWord,
} from '../_build-fields.js';
import { LOG_NAMES, logFields, readLog } from '../_build-log.js';
import { webAddress } from '../_web-address.js';

/** What every event tells: which build it is of, and what that builds. */
export const common = {
  build_number: maybe(BuildNumber),
  build_id: maybe(BuildNumber),
  job_name: maybe(JobName),
  engine: OptionalText,
  target_type: OptionalText,
  platform: OptionalText,
  changelist: OptionalChangelist,
  commit: OptionalIdentifier,
  branch: OptionalIdentifier,
  build_url: OptionalText,
  timestamp: Type.Optional(Type.Unknown()),
};

/** One of the two names of a build is required. */
export const identified = {
  anyOf: [
    { required: ['build_number'], properties: { build_number: BuildNumber } },
    { required: ['build_id'], properties: { build_id: BuildNumber } },
  ],
};

/** A phase of a build. */
export const Progress = Type.Object(common, identified);
export type Progress = Static<typeof Progress>;

/** A build's end; a failed one often has an error message and no more. */
export const Ended = Type.Object({ ...common, ...logFields, error: Type.Optional(Type.Unknown()) }, identified);
export type Ended = Static<typeof Ended>;

/** The job of events that name none. It is one for all, since not every event of a build tells its platform. */
const DEFAULT_JOB = 'game-engine';

/** Where a failed build may say why. */
export const ERROR_NAMES = [...LOG_NAMES, 'error'];

/** The build the event is of. */
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
      buildUrl: webAddress(payload.build_url),
    }),
    ...details,
  };
}

/** The moment of the event. */
export function timeOf({ timestamp }: Progress, { receivedAt }: NormalizeContext): number {
  return readProviderTime(timestamp) ?? receivedAt;
}

/** The phase the event is of. */
export function step(payload: Progress, name: string, at: number): StepReport {
  return { name, status: 'running', at, ...omitEmpty<Pick<StepReport, 'detail'>>({ detail: payload.platform }) };
}

/** A phase began: it is a step of its own, and the build is at work. */
export function phaseStarted(name: string) {
  return (payload: Progress, context: NormalizeContext): BuildReport[] => {
    const at = timeOf(payload, context);
    const started: StepReport = { ...step(payload, name, at), startedAt: at };
    return [report(payload, 'building', at, { startedAt: at, steps: [started] })];
  };
}

/** The one phase that tells its end. */
export function shadersCompleted(payload: Progress, context: NormalizeContext): BuildReport[] {
  const at = timeOf(payload, context);
  const completed: StepReport = { ...step(payload, 'shaders', at), status: 'completed', finishedAt: at };
  return [report(payload, 'building', at, { startedAt: at, steps: [completed] })];
}

/** The build is over. */
export function ended(status: 'completed' | 'failed', logNames: readonly string[]) {
  return (payload: Ended, context: NormalizeContext): BuildReport[] => {
    const at = timeOf(payload, context);
    return [report(payload, status, at, { finishedAt: at, ...omitEmpty({ log: readLog(payload, logNames) }) })];
  };
}
