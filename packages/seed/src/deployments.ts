import { type DeploymentStatus, PLATFORMS, type Platform } from '@slipway/contracts';
import type { BuildDraft } from './builds.js';
import { isChangelist } from './changes.js';
import type { Random } from './random.js';
import type { Scope } from './scope.js';
import { after, hour, minute, spread } from './times.js';
import type { Webhook } from './webhooks.js';

/** The events that lead to each status, as named by upload scripts. */
const roads: Readonly<Record<DeploymentStatus, readonly string[]>> = (() => {
  const submitted = ['created', 'upload_started', 'build_uploaded'];
  const approved = [...submitted, 'review_started', 'review_approved'];
  const live = [...submitted, 'depot_verified', 'review_started', 'review_approved', 'set_live'];
  return {
    pending: ['created'],
    uploading: ['created', 'upload_started'],
    submitted,
    in_review: [...submitted, 'review_started'],
    approved,
    rejected: [...submitted, 'review_started', 'review_rejected'],
    live,
    rolled_back: [...live, 'rollback'],
  };
})();

const branches = ['beta', 'staging', 'internal', 'public'];

function externalId({ theme, projectId }: Scope, platform: Platform): string {
  const { slug, host } = theme;
  if (platform === 'steam') return String(2_841_300 + projectId * 10);
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
const NOT_FOR_COMPUTERS = /android|ios|web|editor|server|cook|tests|tools/;

function isFor(platform: Platform, jobName: string): boolean {
  return JOBS_FOR[platform]?.test(jobName) ?? !NOT_FOR_COMPUTERS.test(jobName);
}

interface Planned {
  platform: Platform;
  status: DeploymentStatus;
  createdAt: Date;
  index: number;
}

/** The newest build for the platform that had passed by this time; some deployments have no build. */
function sourceOf(builds: BuildDraft[], { createdAt, platform, index }: Planned): BuildDraft | null {
  if (index % 7 === 3) return null;
  const passed = builds
    .filter(
      ({ job, status, finishedAt }) =>
        isFor(platform, job.name) && status === 'completed' && finishedAt < createdAt,
    )
    .sort((a, b) => a.finishedAt.getTime() - b.finishedAt.getTime());
  return passed.findLast(({ job }) => job.targetType === 'shipping') ?? passed.at(-1) ?? null;
}

/** The webhooks of one deployment: steps of one to a few hours each, shorter if they would end in the future. */
function tellDeployment(random: Random, scope: Scope, builds: BuildDraft[], planned: Planned): Webhook[] {
  const { platform, status, createdAt, index } = planned;
  const source = sourceOf(builds, planned);
  const road = roads[status];
  const room = (scope.now.getTime() - minute - createdAt.getTime()) / road.length;
  const pace = Math.min(room, random.int(1, 5) * hour);
  const fields = {
    platform,
    branch: branches[(index + Math.floor(index / PLATFORMS.length)) % branches.length],
    version: `0.9.${12 + index}`,
    steam_app_id: platform === 'steam' ? externalId(scope, platform) : undefined,
    external_id: externalId(scope, platform),
    external_build_id: String(25_520_800 + index * 7),
    commit: source && !isChangelist(source.head) ? source.head.identifier : undefined,
    notes: index % 5 === 1 ? `Ask releases@${scope.theme.host} before promoting.` : undefined,
    metadata: index % 4 === 0 ? { uploader: 'steamcmd', depot: 2_841_371 + index } : undefined,
  };
  return road.map((event, step) => ({
    integration: scope.plan.deploymentIntegration,
    sample: 'live',
    at: after(createdAt, Math.floor(step * pace)),
    details: { number: source?.number ?? 7000 + index },
    fields: { ...fields, event },
  }));
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

/** The webhooks of deployments to every platform and with every status. */
export function tellDeployments(scope: Scope, builds: BuildDraft[]): Webhook[] {
  const random = scope.random('deployments');
  return spread(random, scope.now, scope.plan.deployments).flatMap((createdAt, index) => {
    const platform = PLATFORMS[index % PLATFORMS.length] as Platform;
    const status = statusOf(index, scope.plan.deployments);
    return tellDeployment(random, scope, builds, { platform, status, createdAt, index });
  });
}
