import {
  type BuildReport,
  buildStatusOfWord,
  type ChangeReport,
  isDuration,
  omitEmpty,
  readProviderTime,
} from '@slipway/domain';
import Type, { type Static } from 'typebox';
import type { NormalizeContext } from '../../define-provider.js';
import {
  ARTIFACT_NAME_LENGTH,
  type BuildDetails,
  BuildNumber,
  DurationDetail,
  JobName,
  toArtifacts,
  wholeSeconds,
} from '../../shared/build-fields.js';
import { logFields, readLog } from '../../shared/build-log.js';
import {
  commitText,
  detail,
  detailList,
  identifierText,
  OptionalText,
  optionalCommit,
  TextDetail,
  webAddress,
} from '../../shared/fields.js';
import { ChangeSet, changelistOf, changesOf } from './change-sets.js';

const Name = detail(Type.String({ maxLength: 255 }));
const Revision = Type.Object({ SHA1: Name, branch: detailList(Type.Object({ name: Name })) });
const Cause = Type.Object({ userId: TextDetail, userName: TextDetail });

/** What a plugin adds to a build. Most actions have none of these fields. */
const Action = Type.Object({ lastBuiltRevision: detail(Revision), causes: detailList(Cause) });

/** The response of a build's `api/json`. https://www.jenkins.io/doc/book/using/remote-access-api/ */
const BuildInfo = Type.Object({
  building: Type.Boolean(),
  result: OptionalText,
  timestamp: Type.Number(),
  duration: DurationDetail,
  url: TextDetail,
  artifacts: detailList(Type.Object({ relativePath: TextDetail })),
  actions: detailList(Action),
  // Freestyle jobs have `changeSet`, pipelines `changeSets`.
  changeSet: detail(ChangeSet),
  changeSets: detailList(ChangeSet),
});
type BuildInfo = Static<typeof BuildInfo>;

/** A build that was read from its server by polling. */
export const PolledBuild = Type.Object({
  job_name: JobName,
  build_number: BuildNumber,
  build_url: Type.String(),
  info: BuildInfo,
  /** By relative path; not every size is read. */
  artifact_sizes: detail(Type.Record(Type.String(), Type.Integer({ minimum: 0 }))),
  log: logFields.log,
  log_truncated: logFields.log_truncated,
});
export type PolledBuild = Static<typeof PolledBuild>;

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
  // Jenkins sends 0 if it does not know.
  const durationSeconds = Number(duration) === 0 ? null : wholeSeconds(duration, 1000);
  const hasEnd = durationSeconds !== null && isDuration(durationSeconds);
  return { finishedAt: hasEnd ? startedAt + Math.trunc(Number(duration)) : receivedAt, durationSeconds };
}

/** What was built. Pipeline libraries have revisions too, so a revision is used only if it is the only one. */
function sourceOf({ info }: PolledBuild, changes: readonly ChangeReport[]) {
  const revisions = (info.actions ?? []).flatMap((action) => action.lastBuiltRevision ?? []);
  const changed = new Set(changes.map(({ identifier }) => identifier));
  const own = revisions.filter(({ SHA1 }) => SHA1 && changed.has(commitText(SHA1)));
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

/** `refs/remotes/origin/main` is a branch named main; the build of a bare commit has none. */
function branchName(name: string | null | undefined): string | null {
  const branch = name?.replace(/^(?:refs\/(?:heads|remotes\/origin)\/|origin\/)/, '');
  return branch && branch !== 'detached' ? branch : null;
}

function starterOf({ actions }: BuildInfo) {
  const causes = (actions ?? []).flatMap((action) => action.causes ?? []);
  const user = causes.find((cause) => cause.userId);
  return user?.userId ? { label: user.userName || user.userId, uid: user.userId } : null;
}

/** The address that Jenkins publishes is preferred: polling may use an internal one. */
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
    .map((path) => ({ name: path, size_bytes: sizes.get(path) ?? null, url: `${page}artifact/${encoded(path)}` }));
  return artifacts.length === 0 ? null : toArtifacts(artifacts);
}

function encoded(path: string): string {
  return path.toWellFormed().split('/').map(encodeURIComponent).join('/');
}
