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
  identifierText,
  maybe,
  OptionalIdentifier,
  OptionalText,
  optionalCommit,
  wordText,
} from '../../fields.js';
import {
  Amount,
  Artifact,
  type BuildDetails,
  BuildNumber,
  buildTypeOfWord,
  JobName,
  MAX_ARTIFACTS,
  OptionalChangelist,
  targetTypeOfWord,
  toArtifacts,
  wholeSeconds,
} from '../_build-fields.js';
import { logFields, readLog } from '../_build-log.js';
import { webAddress } from '../_web-address.js';

/** The flat report any CI script can send. */
export const FlatReport = Type.Object({
  job_name: JobName,
  build_number: BuildNumber,
  status: Type.String({ pattern: '\\S' }),
  build_url: OptionalText,
  changelist: OptionalChangelist,
  commit: OptionalIdentifier,
  branch: OptionalIdentifier,
  started_at: Type.Optional(Type.Unknown()),
  finished_at: Type.Optional(Type.Unknown()),
  duration_seconds: Amount,
  build_type: OptionalText,
  target_type: OptionalText,
  artifacts: maybe(Type.Array(Artifact, { maxItems: MAX_ARTIFACTS })),
  ...logFields,
});
export type FlatReport = Static<typeof FlatReport>;

/** What the report says of its build. */
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
      // The sender's time tells which of two outcomes is the later. Reports on the way have none of their own: when
      // the build started says nothing about when it was queued, or went on after an approval.
      reportedAt: (status !== null && isTerminal(status) ? finishedAt : null) ?? receivedAt,
      ...omitEmpty<BuildDetails>({
        ...describe(payload),
        startedAt: readProviderTime(payload.started_at) ?? (status === 'building' ? receivedAt : null),
        finishedAt: isOver(status) ? (finishedAt ?? receivedAt) : null,
      }),
    },
  ];
}

function describe(payload: FlatReport) {
  return {
    buildUrl: webAddress(payload.build_url),
    changelist: payload.changelist == null ? null : identifierText(payload.changelist).trim(),
    commitHash: optionalCommit(payload.commit),
    branch: wordText(payload.branch),
    durationSeconds: wholeSeconds(payload.duration_seconds),
    buildType: buildTypeOfWord(payload.build_type),
    targetType: targetTypeOfWord(payload.target_type),
    log: readLog(payload),
    artifacts: payload.artifacts == null ? null : toArtifacts(payload.artifacts),
  };
}
