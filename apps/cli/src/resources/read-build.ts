import type { Marked } from '@slipway/client';
import { type BuildRunDetail, getBuildRun } from '@slipway/contracts';
import type { CommandContext } from '../context.js';
import { type BuildPath, callForBuild } from './find-build.js';
import { markBuilds } from './mark-builds.js';

/** A build, and whether it is stale. */
export type ReadBuild = Marked<BuildRunDetail>;

/** Reads a build. */
export async function readBuild(context: CommandContext, path: BuildPath): Promise<ReadBuild> {
  const client = await context.client();
  const build = await callForBuild(context, path, () => client.call(getBuildRun, { params: { ...path } }));
  const [marked = { ...build, is_stale: false }] = await markBuilds(client, path.project_id, [build]);
  return marked;
}
