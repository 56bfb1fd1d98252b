import type { Client, Marked } from '@slipway/client';
import {
  type BuildRunDetail,
  type BuildSuspects,
  getBuildRun,
  getBuildSuspects,
  listBuildTests,
  type ResponseOf,
} from '@slipway/contracts';
import type { CommandContext } from '../context.js';
import { isSlipwayError } from '../explain-error.js';
import { type BuildPath, callForBuild } from './find-build.js';

export type ReadBuild = Marked<BuildRunDetail>;

export async function readBuild(context: CommandContext, path: BuildPath): Promise<ReadBuild> {
  const client = await context.client();
  const build = await callForBuild(context, path, () => client.call(getBuildRun, { params: { ...path } }));
  const [marked = { ...build, is_stale: false }] = await markBuilds(client, path.project_id, [build]);
  return marked;
}

interface ListedBuild {
  readonly id: string;
  readonly status: string;
  readonly updated_at: string;
}

/** Adds to the builds of a project whether they are stale. */
export async function markBuilds<Build extends ListedBuild>(
  client: Client,
  projectId: string,
  builds: readonly Build[],
): Promise<Marked<Build>[]> {
  // Commands that need no service start faster without the client.
  const { markStaleBuilds } = await import('@slipway/client');
  return markStaleBuilds(client, { projectId }, builds);
}

/** The suspects of a failed build; null if the service is older than this endpoint. */
export function readSuspects(client: Client, params: BuildPath): Promise<BuildSuspects | null> {
  return unlessOlder(() => client.call(getBuildSuspects, { params }));
}

const SHOWN_TESTS = 10;

export type FailedTests = ResponseOf<typeof listBuildTests>;

/** The counts of a build's tests, and the first that failed; null if the service is older than this endpoint. */
export function readFailedTests(client: Client, params: BuildPath): Promise<FailedTests | null> {
  const query = { limit: SHOWN_TESTS, detailed: true };
  return unlessOlder(() => client.call(listBuildTests, { params, query }));
}

async function unlessOlder<Answer>(call: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await call();
  } catch (error) {
    if (isSlipwayError(error) && error.status === 404) return null;
    throw error;
  }
}
