import type { BuildStatus } from '@slipway/contracts';
import {
  type BuildReport,
  buildStatusOfWord,
  isDuration,
  omitEmpty,
  readProviderTime,
  type StepReport,
} from '@slipway/domain';
import Type, { type Static } from 'typebox';
import type { NormalizeContext } from '../../define-provider.js';
import {
  ARTIFACT_NAME_LENGTH,
  type BuildDetails,
  BuildNumber,
  cutName,
  DurationDetail,
  JOB_NAME_LENGTH,
  JobName,
  toArtifacts,
  wholeSeconds,
} from '../../shared/build-fields.js';
import { logFields, readLog } from '../../shared/build-log.js';
import {
  detail,
  detailList,
  identifierText,
  OptionalText,
  optionalCommit,
  TextDetail,
  Time,
  WordDetail,
  webAddress,
  wordText,
} from '../../shared/fields.js';
import { toActor } from '../../shared/people.js';

const Count = detail(Type.Integer({ minimum: 0 }));
const TestSummary = Type.Object({ total: Count, failed: Count, passed: Count, skipped: Count });

/** The addresses of a file: on the server itself, and where the S3 plugin uploaded it. */
const ArtifactPlaces = Type.Object({ archive: TextDetail, s3: TextDetail });

/** What the plugin sends at each phase of a build; it omits null fields. */
export const Notification = Type.Object({
  name: JobName,
  url: OptionalText,
  build: Type.Object({
    number: BuildNumber,
    phase: Type.String({ minLength: 1 }),
    status: OptionalText,
    full_url: TextDetail,
    timestamp: Time,
    duration: DurationDetail,
    scm: detail(Type.Object({ branch: WordDetail, commit: WordDetail, culprits: detailList(Type.String()) })),
    artifacts: detail(Type.Record(Type.String(), detail(ArtifactPlaces))),
    test_summary: detail(TestSummary),
    log: logFields.log,
    log_truncated: logFields.log_truncated,
  }),
});
export type Notification = Static<typeof Notification>;

type Build = Notification['build'];

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
      // FINALIZED is sent after cleanup: the status and time of COMPLETED take precedence.
      ...(phase === 'FINALIZED' ? { belated: true } : {}),
      ...omitEmpty<BuildDetails>({
        ...timesOf(phase, build, at),
        buildUrl: webAddress(build.full_url),
        commitHash: optionalCommit(build.scm?.commit),
        branch: wordText(build.scm?.branch)?.replace(/^(?:refs\/(?:heads|remotes\/origin)\/|origin\/)/, ''),
        actor: authorOf(build.scm?.culprits),
        log: readLog({ log: build.log, log_truncated: build.log_truncated }),
        artifacts: artifactsOf(build),
        steps: testStep(build.test_summary, at),
      }),
    },
  ];
}

/** The author if there is only one. The plugin lists everyone with a commit since the last build that passed. */
function authorOf(culprits: readonly string[] | null | undefined) {
  return culprits?.length === 1 ? toActor(culprits[0]) : undefined;
}

/** A result in QUEUED or STARTED belongs to the previous build. */
function statusOf(phase: string, result: string | null | undefined): BuildStatus | null {
  if (phase === 'QUEUED' || phase === 'STARTED') return buildStatusOfWord(phase);
  return result ? buildStatusOfWord(result) : null;
}

/**
 * The timestamp has a different meaning in each phase: the start in STARTED, the end in COMPLETED, the time of sending
 * in FINALIZED, and in QUEUED a time calculated backward from the start.
 */
function timesOf(phase: string, { duration }: Build, at: number) {
  if (phase === 'STARTED') return { startedAt: at };
  if (phase !== 'COMPLETED' && phase !== 'FINALIZED') return {};
  // The plugin sends 0 if it does not know.
  const durationSeconds = Number(duration) === 0 ? null : wholeSeconds(duration, 1000);
  const hasStart = phase === 'COMPLETED' && durationSeconds !== null && isDuration(durationSeconds);
  return {
    startedAt: hasStart ? readProviderTime(at - Number(duration)) : null,
    finishedAt: at,
    durationSeconds,
  };
}

/**
 * The full name `folder/main` from `job/folder/job/main/`; the short name is ambiguous between folders. Segments before
 * the first `job` name a view. Later segments without `job` name a part of a job, such as a matrix configuration.
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
  const entries = Object.entries(artifacts ?? {}).filter(
    ([name]) => name !== '' && name.length <= ARTIFACT_NAME_LENGTH,
  );
  if (entries.length === 0) return null;
  return toArtifacts(
    entries.map(([name, places]) => ({ name, url: webAddress(places?.archive) ?? places?.s3 ?? null })),
  );
}

function testStep(summary: Build['test_summary'], at: number): StepReport[] | null {
  if (!summary?.total) return null;
  const { failed, passed, skipped } = summary;
  const detail = `${passed ?? 0} passed, ${failed ?? 0} failed, ${skipped ?? 0} skipped`;
  return [{ name: 'tests', status: failed ? 'failed' : 'completed', at, detail }];
}
