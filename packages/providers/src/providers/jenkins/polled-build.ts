import {
  type BuildReport,
  buildStatusOfWord,
  type ChangeReport,
  omitEmpty,
  readProviderTime,
} from '@slipway/domain';
import Type, { type Static } from 'typebox';
import type { NormalizeContext } from '../../define-provider.js';
import { commitText, identifierText, maybe, OptionalText, optionalCommit } from '../../fields.js';
import {
  ARTIFACT_NAME_LENGTH,
  type BuildDetails,
  BuildNumber,
  Handle,
  JobName,
  MAX_ARTIFACTS,
  toArtifacts,
  wholeSeconds,
} from '../_build-fields.js';
import { logFields, readLog } from '../_build-log.js';
import { webAddress } from '../_web-address.js';
import { ChangeSet, changelistOf, changesOf } from './change-sets.js';

const Branch = Type.Object({ name: Handle });
const Revision = Type.Object({ SHA1: Handle, branch: maybe(Type.Array(Branch)) });
const Cause = Type.Object({ userId: OptionalText, userName: OptionalText });

/** What plugins add to a build; most of it is of no interest and arrives empty. */
const Action = maybe(
  Type.Object({ lastBuiltRevision: maybe(Revision), causes: maybe(Type.Array(Type.Union([Cause, Type.Null()]))) }),
);

/** What `api/json` of a build answers. https://www.jenkins.io/doc/book/using/remote-access-api/ */
const BuildInfo = Type.Object({
  building: Type.Boolean(),
  result: OptionalText,
  timestamp: Type.Number(),
  duration: maybe(Type.Number()),
  url: OptionalText,
  artifacts: maybe(Type.Array(Type.Object({ relativePath: OptionalText }))),
  actions: maybe(Type.Array(Action)),
  // Freestyle jobs have the one, pipelines the other.
  changeSet: maybe(ChangeSet),
  changeSets: maybe(Type.Array(ChangeSet)),
});
type BuildInfo = Static<typeof BuildInfo>;

/** A build as polling found it on its server. */
export const PolledBuild = Type.Object({
  job_name: JobName,
  build_number: BuildNumber,
  build_url: Type.String(),
  info: BuildInfo,
  /** By relative path, of those that were asked for. */
  artifact_sizes: maybe(Type.Record(Type.String(), Type.Integer({ minimum: 0 }))),
  log: logFields.log,
  log_truncated: logFields.log_truncated,
});
export type PolledBuild = Static<typeof PolledBuild>;

/** The build as it stands, and the changes it was made of. */
export function buildPolled(
  payload: PolledBuild,
  { receivedAt }: NormalizeContext,
): (BuildReport | ChangeReport)[] {
  const { info } = payload;
  const startedAt = readProviderTime(info.timestamp) ?? receivedAt;
  const changes = changesOf([...(info.changeSets ?? []), ...(info.changeSet ? [info.changeSet] : [])], startedAt);
  const ended = endOf(info, startedAt, receivedAt);
  const status = info.building ? 'building' : buildStatusOfWord(info.result ?? '');
  return [
    {
      kind: 'build_report',
      jobName: payload.job_name,
      buildNumber: identifierText(payload.build_number),
      attempt: 1,
      status,
      originalStatus: (status === null && info.result) || null,
      reportedAt: ended?.finishedAt ?? startedAt,
      ...omitEmpty<BuildDetails>({
        ...sourceOf(payload, changes),
        ...ended,
        startedAt,
        buildUrl: pageOf(payload),
        actor: starterOf(info),
        log: readLog({ log: payload.log, log_truncated: payload.log_truncated }),
        artifacts: artifactsOf(payload),
      }),
    },
    ...changes,
  ];
}

function endOf({ building, result, duration }: BuildInfo, startedAt: number, receivedAt: number) {
  if (building || !result) return null;
  if (duration == null || duration <= 0) return { finishedAt: receivedAt };
  return { finishedAt: startedAt + Math.trunc(duration), durationSeconds: wholeSeconds(duration / 1000) };
}

/** What it was built from. Libraries that a pipeline loads have revisions too: only one that stands alone is told. */
function sourceOf({ info }: PolledBuild, changes: readonly ChangeReport[]) {
  const revisions = (info.actions ?? []).flatMap((action) => action?.lastBuiltRevision ?? []);
  const brought = new Set(changes.map(({ identifier }) => identifier));
  const own = revisions.filter(({ SHA1 }) => SHA1 && brought.has(commitText(SHA1)));
  const [revision, ...others] = distinct(own.length > 0 ? own : revisions);
  const only = others.length === 0 ? revision : undefined;
  return {
    commitHash: optionalCommit(only?.SHA1),
    changelist: changelistOf(changes),
    branch: branchName(only?.branch?.[0]?.name),
  };
}

function distinct(revisions: readonly Static<typeof Revision>[]) {
  return [...new Map(revisions.map((revision) => [revision.SHA1, revision])).values()];
}

/** `refs/remotes/origin/main` is a branch named main; a build of a bare commit has none. */
function branchName(name: string | null | undefined): string | null {
  const branch = name?.replace(/^(?:refs\/(?:heads|remotes\/origin)\/|origin\/)/, '');
  return branch && branch !== 'detached' ? branch : null;
}

function starterOf({ actions }: BuildInfo) {
  const causes = (actions ?? []).flatMap((action) => action?.causes ?? []);
  const user = causes.find((cause) => cause?.userId);
  return user?.userId ? { label: user.userName || user.userId, uid: user.userId } : null;
}

/** Jenkins' own public address of the build; how we reach it need not be how people do. */
function pageOf({ info, build_url: polledAt }: PolledBuild): string {
  const page = webAddress(info.url) ?? polledAt;
  return page.endsWith('/') ? page : `${page}/`;
}

function artifactsOf(payload: PolledBuild) {
  const sizes = new Map(Object.entries(payload.artifact_sizes ?? {}));
  const page = pageOf(payload);
  const artifacts = (payload.info.artifacts ?? [])
    .map(({ relativePath }) => relativePath ?? '')
    .filter((path) => path !== '' && path.length <= ARTIFACT_NAME_LENGTH)
    .slice(0, MAX_ARTIFACTS)
    .map((path) => ({ name: path, size_bytes: sizes.get(path) ?? null, url: `${page}artifact/${encoded(path)}` }));
  return artifacts.length === 0 ? null : toArtifacts(artifacts);
}

function encoded(path: string): string {
  return path.toWellFormed().split('/').map(encodeURIComponent).join('/');
}
