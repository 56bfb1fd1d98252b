import { BUILD_TYPES, TARGET_TYPES } from '@slipway/contracts';
import { type BuildReport, buildStatusOfWord, isTerminal, logTail, readProviderTime, said } from '@slipway/domain';
import Type, { type Static } from 'typebox';
import { defineProvider, type NormalizeContext, on } from '../define-provider.js';
import { Identifier, identifierText, OptionalText } from '../fields.js';

const Artifact = Type.Object({
  name: Type.String({ minLength: 1 }),
  size_bytes: Type.Optional(Type.Integer({ minimum: 0 })),
  url: OptionalText,
});

/** The flat report any CI script can send. */
const FlatReport = Type.Object({
  job_name: Type.String({ minLength: 1 }),
  build_number: Identifier,
  status: Type.String({ minLength: 1 }),
  build_url: OptionalText,
  changelist: Type.Optional(Type.Union([Identifier, Type.Null()])),
  commit: OptionalText,
  branch: OptionalText,
  started_at: Type.Optional(Type.Unknown()),
  finished_at: Type.Optional(Type.Unknown()),
  duration_seconds: Type.Optional(Type.Union([Type.Number({ minimum: 0 }), Type.Null()])),
  build_type: OptionalText,
  target_type: OptionalText,
  artifacts: Type.Optional(Type.Union([Type.Array(Artifact, { maxItems: 1000 }), Type.Null()])),
  logs_tail: OptionalText,
  log: OptionalText,
  console: OptionalText,
});
type FlatReport = Static<typeof FlatReport>;

function buildReported(payload: FlatReport, { receivedAt }: NormalizeContext): BuildReport[] {
  const status = buildStatusOfWord(payload.status);
  const terminal = status !== null && isTerminal(status);
  const startedAt = readProviderTime(payload.started_at) ?? (status === 'building' ? receivedAt : null);
  const finishedAt = readProviderTime(payload.finished_at);
  return [
    {
      kind: 'build_report',
      jobName: payload.job_name,
      buildNumber: identifierText(payload.build_number),
      attempt: 1,
      status,
      originalStatus: status === null ? payload.status : null,
      reportedAt: (terminal ? finishedAt : startedAt) ?? receivedAt,
      ...said<BuildDetails>({
        ...describe(payload),
        startedAt,
        finishedAt: terminal ? (finishedAt ?? receivedAt) : null,
      }),
    },
  ];
}

type BuildDetails = Omit<
  BuildReport,
  'kind' | 'jobName' | 'buildNumber' | 'attempt' | 'status' | 'originalStatus' | 'reportedAt'
>;

function describe(payload: FlatReport) {
  const log = payload.logs_tail ?? payload.log ?? payload.console;
  return {
    buildUrl: payload.build_url,
    changelist: payload.changelist == null ? null : identifierText(payload.changelist),
    commitHash: payload.commit,
    branch: payload.branch,
    durationSeconds: payload.duration_seconds == null ? null : Math.round(payload.duration_seconds),
    buildType: BUILD_TYPES.find((type) => type === payload.build_type?.toLowerCase()),
    targetType: TARGET_TYPES.find((type) => type === payload.target_type?.toLowerCase()),
    log: log == null ? null : logTail(log),
    artifacts: payload.artifacts?.map(toArtifact),
  };
}

function toArtifact(artifact: Static<typeof Artifact>) {
  return { name: artifact.name, sizeBytes: artifact.size_bytes ?? 0, url: artifact.url ?? '' };
}

export const provider = defineProvider({
  id: 'jenkins',
  label: 'Jenkins and other CI systems',
  docs: 'https://plugins.jenkins.io/notification/',
  doors: [{ path: 'jenkins' }, { path: 'ci' }],
  verifiable: false,
  tokenPlaces: ['x-webhook-token', 'basic'],
  acceptStatus: 200,
  signature: null,
  deliveryId: () => null,
  eventName: () => 'build_report',
  events: { build_report: on(FlatReport, buildReported) },
  ignored: [],
});
