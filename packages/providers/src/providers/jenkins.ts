import { BUILD_TYPES, type BuildType, TARGET_TYPES, type TargetType } from '@slipway/contracts';
import { type BuildReport, buildStatusOfWord, isTerminal, logTail, readProviderTime } from '@slipway/domain';
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
  const finishedAt = readProviderTime(payload.finished_at);
  const startedAt = readProviderTime(payload.started_at) ?? (status === 'building' ? receivedAt : null);
  const terminal = status !== null && isTerminal(status);
  const log = payload.logs_tail ?? payload.log ?? payload.console;
  const buildType = BUILD_TYPES.find((type) => type === payload.build_type?.toLowerCase());
  const targetType = TARGET_TYPES.find((type) => type === payload.target_type?.toLowerCase());
  return [
    {
      kind: 'build_report',
      jobName: payload.job_name,
      buildNumber: identifierText(payload.build_number),
      attempt: 1,
      status,
      originalStatus: status === null ? payload.status : null,
      reportedAt: (terminal ? finishedAt : startedAt) ?? receivedAt,
      ...(payload.build_url ? { buildUrl: payload.build_url } : {}),
      ...(payload.changelist != null ? { changelist: identifierText(payload.changelist) } : {}),
      ...(payload.commit ? { commitHash: payload.commit } : {}),
      ...(payload.branch ? { branch: payload.branch } : {}),
      ...(startedAt === null ? {} : { startedAt }),
      ...(terminal ? { finishedAt: finishedAt ?? receivedAt } : {}),
      ...(payload.duration_seconds != null ? { durationSeconds: Math.round(payload.duration_seconds) } : {}),
      ...described(buildType, targetType),
      ...(typeof log === 'string' ? { log: logTail(log) } : {}),
      ...(payload.artifacts ? { artifacts: payload.artifacts.map(toArtifact) } : {}),
    },
  ];
}

function described(buildType: BuildType | undefined, targetType: TargetType | undefined) {
  return { ...(buildType ? { buildType } : {}), ...(targetType ? { targetType } : {}) };
}

function toArtifact(artifact: Static<typeof Artifact>) {
  return { name: artifact.name, sizeBytes: artifact.size_bytes ?? 0, url: artifact.url ?? '' };
}

export const provider = defineProvider({
  id: 'jenkins',
  label: 'Jenkins and other CI systems',
  docs: 'https://plugins.jenkins.io/notification/',
  doors: ['jenkins', 'ci'],
  tokenPlaces: ['x-webhook-token', 'basic'],
  acceptStatus: 200,
  eventName: () => 'build_report',
  events: { build_report: on(FlatReport, buildReported) },
  ignored: [],
});
