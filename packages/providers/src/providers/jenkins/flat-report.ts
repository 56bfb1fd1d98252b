import {
  type BuildReport,
  buildStatusOfWord,
  isOver,
  isTerminal,
  omitEmpty,
  readProviderTime,
} from '@slipway/domain';
import Type, { type Static } from 'typebox';
import type { NormalizeContext } from '../../define-provider.js';
import {
  ArtifactList,
  type BuildDetails,
  BuildNumber,
  buildTypeOfWord,
  DurationDetail,
  JobName,
  OptionalChangelist,
  SuiteList,
  targetTypeOfWord,
  toArtifacts,
  toSuites,
  wholeSeconds,
} from '../../shared/build-fields.js';
import { logFields, readLog } from '../../shared/build-log.js';
import {
  detail,
  identifierText,
  optionalCommit,
  TextDetail,
  Time,
  WordDetail,
  webAddress,
  wordText,
} from '../../shared/fields.js';
import { Person, toActor } from '../../shared/people.js';

/** The flat report that any CI script can send. */
export const FlatReport = Type.Object({
  job_name: JobName,
  build_number: BuildNumber,
  status: Type.String({ pattern: '\\S' }),
  build_url: TextDetail,
  changelist: OptionalChangelist,
  commit: WordDetail,
  branch: WordDetail,
  author: detail(Person),
  started_at: Time,
  finished_at: Time,
  duration_seconds: DurationDetail,
  build_type: TextDetail,
  target_type: TextDetail,
  artifacts: ArtifactList,
  expects_tests: SuiteList,
  ...logFields,
});
export type FlatReport = Static<typeof FlatReport>;

export function buildReported(payload: FlatReport, { receivedAt }: NormalizeContext): BuildReport[] {
  const word = payload.status.trim();
  const status = buildStatusOfWord(word);
  const finishedAt = readProviderTime(payload.finished_at);
  return [
    {
      kind: 'build_report',
      jobName: payload.job_name,
      buildNumber: identifierText(payload.build_number),
      attempt: 1,
      status,
      originalStatus: status === null ? word : null,
      // The sender's time determines which of two outcomes is later. Other reports have no time of their own: a build's
      // start is neither when it was queued nor when it continued after an approval.
      reportedAt: (status !== null && isTerminal(status) ? finishedAt : null) ?? receivedAt,
      ...omitEmpty<BuildDetails>({
        ...detailsOf(payload),
        startedAt: readProviderTime(payload.started_at) ?? (status === 'building' ? receivedAt : null),
        finishedAt: isOver(status) ? (finishedAt ?? receivedAt) : null,
      }),
    },
  ];
}

function detailsOf(payload: FlatReport) {
  return {
    buildUrl: webAddress(payload.build_url),
    changelist: payload.changelist == null ? null : identifierText(payload.changelist).trim(),
    commitHash: optionalCommit(payload.commit),
    branch: wordText(payload.branch),
    actor: toActor(payload.author),
    durationSeconds: wholeSeconds(payload.duration_seconds),
    buildType: buildTypeOfWord(payload.build_type),
    targetType: targetTypeOfWord(payload.target_type),
    expectedSuites: toSuites(payload.expects_tests),
    log: readLog(payload),
    artifacts: payload.artifacts == null ? null : toArtifacts(payload.artifacts),
  };
}
