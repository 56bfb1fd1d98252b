import type { BuildStatus } from '@slipway/contracts';
import {
  type BuildReport,
  buildStatusOfWord,
  omitEmpty,
  readProviderTime,
  type StepReport,
} from '@slipway/domain';
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
  ARTIFACT_NAME_LENGTH,
  type BuildDetails,
  BuildNumber,
  cutName,
  JOB_NAME_LENGTH,
  JobName,
  MAX_ARTIFACTS,
  toArtifacts,
  wholeSeconds,
} from '../_build-fields.js';
import { logFields, readLog } from '../_build-log.js';
import { webAddress } from '../_web-address.js';

const Count = maybe(Type.Integer({ minimum: 0 }));
const TestSummary = Type.Object({ total: Count, failed: Count, passed: Count, skipped: Count });

/** Where a file is: on the server itself, or where the S3 plugin put it. */
const ArtifactPlaces = Type.Object({ archive: OptionalText, s3: OptionalText });

/** What the plugin sends at each phase of a build; it leaves out what is null. */
export const Notification = Type.Object({
  name: JobName,
  url: OptionalText,
  build: Type.Object({
    number: BuildNumber,
    phase: Type.String({ minLength: 1 }),
    status: OptionalText,
    full_url: OptionalText,
    timestamp: Type.Optional(Type.Unknown()),
    duration: maybe(Type.Number()),
    scm: maybe(Type.Object({ branch: OptionalIdentifier, commit: OptionalIdentifier })),
    artifacts: maybe(Type.Record(Type.String(), ArtifactPlaces)),
    test_summary: maybe(TestSummary),
    log: logFields.log,
    log_truncated: logFields.log_truncated,
  }),
});
export type Notification = Static<typeof Notification>;

type Build = Notification['build'];

/** What the phase says of its build. */
export function phaseNotified(payload: Notification, { receivedAt }: NormalizeContext): BuildReport[] {
  const { build } = payload;
  const phase = build.phase.toUpperCase();
  const status = statusOf(phase, build.status);
  const at = readProviderTime(build.timestamp) ?? receivedAt;
  return [
    {
      kind: 'build_report',
      jobName: jobNameOf(payload),
      buildNumber: identifierText(build.number),
      attempt: 1,
      status,
      originalStatus: (status === null && build.status) || null,
      reportedAt: at,
      // Sent once all is tidied up: what COMPLETED said of the end stands.
      ...(phase === 'FINALIZED' ? { belated: true } : {}),
      ...omitEmpty<BuildDetails>({
        ...timesOf(phase, build, at),
        buildUrl: webAddress(build.full_url),
        commitHash: optionalCommit(build.scm?.commit),
        branch: wordText(build.scm?.branch)?.replace(/^(?:refs\/(?:heads|remotes\/origin)\/|origin\/)/, ''),
        log: readLog({ log: build.log, log_truncated: build.log_truncated }),
        artifacts: artifactsOf(build),
        steps: testStep(build.test_summary, at),
      }),
    },
  ];
}

/** Before completion there is no result; a result of QUEUED or STARTED would be the previous build's. */
function statusOf(phase: string, result: string | null | undefined): BuildStatus | null {
  if (phase === 'QUEUED' || phase === 'STARTED') return buildStatusOfWord(phase);
  return result ? buildStatusOfWord(result) : null;
}

/**
 * The timestamp means another moment in each phase: the start in STARTED, the end in COMPLETED, the sending in
 * FINALIZED, and in QUEUED one that is reckoned back from the start.
 */
function timesOf(phase: string, { duration }: Build, at: number) {
  if (phase === 'STARTED') return { startedAt: at };
  if (phase !== 'COMPLETED' && phase !== 'FINALIZED') return {};
  const durationMs = duration != null && duration > 0 ? duration : null;
  return {
    startedAt: phase === 'COMPLETED' && durationMs !== null ? readProviderTime(at - durationMs) : null,
    finishedAt: at,
    durationSeconds: durationMs === null ? null : wholeSeconds(durationMs / 1000),
  };
}

/**
 * The full name, `folder/main`, from `job/folder/job/main/`: the short one is ambiguous between folders. What follows
 * a job without the word names a part of it, such as a configuration of a matrix; what comes before is a view.
 */
function jobNameOf({ name, url }: Notification): string {
  const segments = (url ?? '').split('/').filter((segment) => segment !== '');
  const names: string[] = [];
  for (let at = segments.indexOf('job'); at >= 0 && at < segments.length; at += 1) {
    if (segments[at] === 'job') at += 1;
    const segment = segments[at];
    if (segment !== undefined) names.push(decoded(segment));
  }
  return names.length === 0 ? name : cutName(names.join('/'), JOB_NAME_LENGTH);
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function artifactsOf({ artifacts }: Build) {
  const entries = Object.entries(artifacts ?? {})
    .filter(([name]) => name !== '' && name.length <= ARTIFACT_NAME_LENGTH)
    .slice(0, MAX_ARTIFACTS);
  if (entries.length === 0) return null;
  return toArtifacts(entries.map(([name, { archive, s3 }]) => ({ name, url: webAddress(archive) ?? s3 ?? null })));
}

function testStep(summary: Build['test_summary'], at: number): StepReport[] | null {
  if (!summary?.total) return null;
  const { failed, passed, skipped } = summary;
  const detail = `${passed ?? 0} passed, ${failed ?? 0} failed, ${skipped ?? 0} skipped`;
  return [{ name: 'tests', status: failed ? 'failed' : 'completed', at, detail }];
}
