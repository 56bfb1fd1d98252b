import type { ConsoleDeployment, Platform } from '@slipway/contracts';

export interface Lane {
  readonly platform: Platform;
  readonly total: number;
  /** The newest live deployment of each branch. */
  readonly live: readonly ConsoleDeployment[];
  readonly moving: readonly ConsoleDeployment[];
  readonly history: readonly ConsoleDeployment[];
}

const MOVING: ReadonlySet<string> = new Set(['pending', 'submitted', 'uploading', 'in_review', 'approved']);
const MAX_HISTORY = 6;

interface PlatformTotal {
  readonly platform: Platform;
  readonly count: number;
}

/**
 * Sorts deployments into lanes, busiest platform first. A deployment counts as past if another one replaced it on its
 * branch, even if its store never reported that, or if it was still in progress when the live one was created.
 */
export function lanesOf(deployments: readonly ConsoleDeployment[], totals: readonly PlatformTotal[]): Lane[] {
  return totals
    .toSorted((a, b) => b.count - a.count || a.platform.localeCompare(b.platform))
    .map(({ platform, count }) => {
      const own = deployments.filter((deployment) => deployment.platform === platform);
      const live = newestLive(own);
      const moving = own.filter((deployment) => MOVING.has(deployment.status) && !isOvertaken(deployment, live));
      const shown = new Set([...live, ...moving]);
      const history = own.filter((deployment) => !shown.has(deployment)).slice(0, MAX_HISTORY);
      return { platform, total: count, live, moving, history };
    });
}

const placeOf = ({ branch, external_id: id }: ConsoleDeployment) => `${id} ${branch}`;
const liveSince = ({ live_at: at, status_at: since }: ConsoleDeployment) => at ?? since;

function newestLive(deployments: readonly ConsoleDeployment[]): ConsoleDeployment[] {
  const newest = new Map<string, ConsoleDeployment>();
  for (const deployment of deployments) {
    if (deployment.status !== 'live') continue;
    const known = newest.get(placeOf(deployment));
    if (known === undefined || liveSince(known) < liveSince(deployment))
      newest.set(placeOf(deployment), deployment);
  }
  return deployments.filter((deployment) => newest.get(placeOf(deployment)) === deployment);
}

function isOvertaken(deployment: ConsoleDeployment, live: readonly ConsoleDeployment[]): boolean {
  return live.some((each) => placeOf(each) === placeOf(deployment) && each.created_at > deployment.created_at);
}

export function releaseOf({ version, build_number: number }: ConsoleDeployment): string {
  if (version !== '') return version;
  return number === '' ? 'Unnamed release' : `Build ${number}`;
}
