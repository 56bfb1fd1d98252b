import { type DeploymentStatus, PLATFORMS, type Platform } from '@slipway/contracts';
import type { BuildDraft } from './builds.js';
import { integrationId } from './projects.js';
import type { Random } from './random.js';
import type { Scope } from './scope.js';
import { after, hour, minute, second, spread, uuidAt } from './times.js';

export interface DeploymentRow {
  id: string;
  number: number;
  accountId: number;
  projectId: number;
  integrationId: number;
  platform: Platform;
  status: DeploymentStatus;
  statusAt: Date;
  branch: string;
  version: string;
  externalId: string;
  externalBuildId: string;
  buildNumber: string;
  buildRunId: number | null;
  commitHash: string;
  actor: string;
  actorUid: string | null;
  actorUserId: number | null;
  notes: string;
  metadata: object;
  submittedAt: Date | null;
  deployedAt: Date | null;
  liveAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

export interface DeploymentEventRow {
  id: number;
  deploymentId: string;
  event: string;
  status: DeploymentStatus | null;
  occurredAt: Date;
}

/** The events that lead to each status, as named by upload scripts. */
const statusPaths: Record<DeploymentStatus, [event: string, status: DeploymentStatus | null][]> = (() => {
  const created: [string, DeploymentStatus] = ['created', 'pending'];
  const uploading: [string, DeploymentStatus] = ['upload_started', 'uploading'];
  const submitted: [string, DeploymentStatus] = ['build_uploaded', 'submitted'];
  const review: [string, DeploymentStatus] = ['review_started', 'in_review'];
  const approved: [string, DeploymentStatus] = ['review_approved', 'approved'];
  const live: [string, DeploymentStatus] = ['set_live', 'live'];
  return {
    pending: [created],
    uploading: [created, uploading],
    submitted: [created, uploading, submitted],
    in_review: [created, uploading, submitted, review],
    approved: [created, uploading, submitted, review, approved],
    rejected: [created, uploading, submitted, review, ['review_rejected', 'rejected']],
    live: [created, uploading, submitted, ['depot_verified', null], review, approved, live],
    rolled_back: [created, uploading, submitted, review, approved, live, ['rollback', 'rolled_back']],
  };
})();

const branches = ['beta', 'staging', 'internal', 'public'];

function externalId(scope: Scope, platform: Platform): string {
  const { slug, host } = scope.theme;
  if (platform === 'steam') return String(2_841_300 + scope.projectId * 10);
  if (platform === 'google_play' || platform === 'apple_app_store')
    return `test.${host.split('.')[0]}.${slug.replace(/-/g, '')}`;
  return `${slug}-${platform.replace(/_/g, '-')}`;
}

/** The jobs whose builds a store accepts; the other stores take games for computers. */
const JOBS_FOR: Partial<Record<Platform, RegExp>> = {
  google_play: /android/,
  apple_app_store: /ios/,
  unity_cloud: /companion|lanterns/,
  reddit_devvit: /web/,
  youtube_playables: /web/,
};
const NOT_FOR_COMPUTERS = /android|ios|editor|server|cook|tests|tools/;

function isFor(platform: Platform, jobName: string): boolean {
  return JOBS_FOR[platform]?.test(jobName) ?? !NOT_FOR_COMPUTERS.test(jobName);
}

/** The newest build for the platform that had passed by this time; some deployments have no build. */
function sourceBuild(builds: BuildDraft[], { createdAt, platform, index }: Planned): BuildDraft | null {
  if (index % 7 === 3) return null;
  const passed = builds.filter(
    ({ row }) =>
      isFor(platform, row.jobName) &&
      row.status === 'completed' &&
      row.finishedAt !== null &&
      row.finishedAt < createdAt,
  );
  return passed.findLast(({ row }) => row.targetType === 'shipping') ?? passed.at(-1) ?? null;
}

/** Steps of one to a few hours each, shorter if they would end in the future. */
function walk(random: Random, scope: Scope, createdAt: Date, status: DeploymentStatus) {
  const road = statusPaths[status];
  const room = (scope.now.getTime() - minute - createdAt.getTime()) / road.length;
  const pace = Math.min(room, random.int(1, 5) * hour);
  return road.map(([event, reached], index) => ({
    event,
    status: reached,
    occurredAt: after(createdAt, Math.floor(index * pace)),
  }));
}

interface Planned {
  platform: Platform;
  status: DeploymentStatus;
  createdAt: Date;
  index: number;
}

function makeDeployment(random: Random, scope: Scope, builds: BuildDraft[], plan: Planned) {
  const { platform, status, createdAt, index } = plan;
  const events = walk(random, scope, createdAt, status);
  const build = sourceBuild(builds, plan);
  const reached = (target: DeploymentStatus) =>
    events.find((event) => event.status === target)?.occurredAt ?? null;
  const last = events.at(-1)?.occurredAt ?? createdAt;
  const id = uuidAt(random, createdAt);
  const row: DeploymentRow = {
    id,
    number: scope.ids.next('deployments'),
    accountId: scope.accountId,
    projectId: scope.projectId,
    integrationId: integrationId(scope.plan.deploymentIntegration),
    platform,
    status,
    statusAt: last,
    branch: branches[(index + Math.floor(index / PLATFORMS.length)) % branches.length] ?? 'beta',
    version: `0.9.${12 + index}`,
    externalId: externalId(scope, platform),
    externalBuildId: String(25_520_800 + index * 7),
    buildNumber: build?.row.buildNumber ?? String(7000 + index),
    buildRunId: build?.row.id ?? null,
    commitHash: build?.row.commitHash ?? '',
    actor: build?.row.actor ?? '',
    actorUid: build?.row.actorUid ?? null,
    actorUserId: build?.row.actorUserId ?? null,
    notes: index % 5 === 1 ? `Ask releases@${scope.theme.host} before promoting.` : '',
    metadata: index % 4 === 0 ? { uploader: 'steamcmd', depot: 2_841_371 + index } : {},
    submittedAt: reached('submitted'),
    deployedAt: reached('approved'),
    liveAt: reached('live'),
    createdAt,
    updatedAt: after(last, second),
  };
  const history = events.map((event) => ({ id: scope.ids.next('deployment_events'), deploymentId: id, ...event }));
  return { row, history };
}

/** Every store has a live version. Some earlier versions were rejected or rolled back; later ones are in progress. */
function statusOf(index: number, count: number): DeploymentStatus {
  const place = index % PLATFORMS.length;
  const rounds = Math.ceil(count / PLATFORMS.length);
  const fromEnd = rounds - 1 - Math.floor(index / PLATFORMS.length);
  if (rounds < 3) return FEW[index % FEW.length] as DeploymentStatus;
  if (fromEnd === 0) return 'in_review';
  if (fromEnd === 1) return ON_THE_WAY[place % ON_THE_WAY.length] as DeploymentStatus;
  if (fromEnd === 2) return 'live';
  return EARLIER[(index + Math.floor(index / PLATFORMS.length)) % EARLIER.length] as DeploymentStatus;
}

const FEW: readonly DeploymentStatus[] = ['live', 'rejected', 'live', 'in_review'];
const ON_THE_WAY: readonly DeploymentStatus[] = ['approved', 'in_review', 'uploading', 'submitted', 'pending'];
const EARLIER: readonly DeploymentStatus[] = ['live', 'live', 'rejected', 'live', 'rolled_back'];

/** Deployments for every platform and status, with the history that led to each. */
export function makeDeployments(scope: Scope, builds: BuildDraft[]) {
  const random = scope.random('deployments');
  const made = spread(random, scope.now, scope.plan.deployments).map((createdAt, index) =>
    makeDeployment(random, scope, builds, {
      platform: PLATFORMS[index % PLATFORMS.length] as Platform,
      status: statusOf(index, scope.plan.deployments),
      createdAt,
      index,
    }),
  );
  return {
    rows: made.map(({ row }) => row),
    events: made.flatMap(({ history }): DeploymentEventRow[] => history),
  };
}
