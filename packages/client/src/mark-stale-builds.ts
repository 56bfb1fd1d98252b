import {
  type ChangeDetail,
  type DeploymentDetail,
  ENDED_STATUSES,
  findStaleBuilds,
  MAX_BUILD_IDS,
  type TaskDetail,
} from '@slipway/contracts';
import type { Client } from './client.js';
import { SlipwayError } from './errors.js';

interface ReadBuild {
  readonly id: string | number;
  readonly status: string;
  readonly updated_at?: string;
}

/** A build, and whether it is unfinished and no longer counts as running. */
export type Marked<Build> = Build & { readonly is_stale: boolean };

export interface BuildsRequest {
  readonly projectId: string | number;
  readonly signal?: AbortSignal;
}

const ENDED: ReadonlySet<string> = new Set(ENDED_STATUSES);
/** No build is stale before two hours. Half of that leaves room for a clock that differs from the service's. */
const MIN_SILENCE_MS = 60 * 60_000;

/** Adds to each build whether it is stale. The service decides; the fields of its builds are fixed, so it is asked. */
export async function markStaleBuilds<Build extends ReadBuild>(
  client: Client,
  { projectId, signal }: BuildsRequest,
  builds: readonly Build[],
): Promise<Marked<Build>[]> {
  const ids = builds.flatMap((build) => (mayBeStale(build) ? [String(build.id)] : []));
  const stale = new Set<string>();
  for (let from = 0; from < ids.length; from += MAX_BUILD_IDS) {
    const query = { ids: ids.slice(from, from + MAX_BUILD_IDS) };
    const request = { params: { project_id: projectId }, query, ...(signal && { signal }) };
    const found = await client.call(findStaleBuilds, request).catch(noneIfUnknown);
    for (const id of found.stale_build_run_ids) stale.add(id);
  }
  return builds.map((build) => ({ ...build, is_stale: stale.has(String(build.id)) }));
}

function mayBeStale({ status, updated_at: updatedAt }: ReadBuild): boolean {
  return !ENDED.has(status) && (updatedAt === undefined || Date.now() - Date.parse(updatedAt) > MIN_SILENCE_MS);
}

/** A service that is older than the endpoint knows no stale builds. */
function noneIfUnknown(error: unknown): { stale_build_run_ids: string[] } {
  if (error instanceof SlipwayError && error.status === 404) return { stale_build_run_ids: [] };
  throw error;
}

/** Marks the builds of a change, the newest first. */
export async function markBuildsOfChange(client: Client, request: BuildsRequest, change: ChangeDetail) {
  const build_runs = await markStaleBuilds(client, request, change.build_runs);
  return { ...change, build_runs, latest_build: build_runs[0] ?? null };
}

export async function markBuildsOfTask(client: Client, request: BuildsRequest, task: TaskDetail) {
  const build_runs = await markStaleBuilds(client, request, task.links.build_runs);
  return { ...task, links: { ...task.links, build_runs } };
}

export async function markBuildOfDeployment(client: Client, request: BuildsRequest, deployment: DeploymentDetail) {
  const { build_run: build } = deployment;
  const [build_run = null] = await markStaleBuilds(client, request, build === null ? [] : [build]);
  return { ...deployment, build_run };
}
