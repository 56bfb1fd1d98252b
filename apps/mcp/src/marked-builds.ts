import { type BuildsRequest, markStaleBuilds } from '@slipway/client';
import { BuildRun, BuildRunDetail, LinkedBuildRun, shownStatus } from '@slipway/contracts';
import Type, { type Static } from 'typebox';
import type { ToolContext } from './define-tool.js';

/** What tools add to a build, because its fields in the API are fixed. */
const mark = {
  is_stale: Type.Boolean({
    description: 'No report for so long that it no longer counts as running, whatever its status says.',
  }),
};

export const MarkedBuild = Type.Object({ ...BuildRun.properties, ...mark });
export const MarkedLink = Type.Object({ ...LinkedBuildRun.properties, ...mark });
export const MarkedBuildDetail = Type.Object({ ...BuildRunDetail.properties, ...mark });

type Build = Static<typeof BuildRun>;

export const buildsIn = (project_id: string, { signal }: ToolContext): BuildsRequest => ({
  projectId: project_id,
  signal,
});

export async function markBuild<B extends Build>(
  build: B,
  context: ToolContext,
): Promise<B & { is_stale: boolean }> {
  const [marked] = await markStaleBuilds(context.client, buildsIn(build.project_id, context), [build]);
  return marked ?? { ...build, is_stale: false };
}

export function describeState(build: Pick<Build, 'id' | 'status'> & { readonly is_stale: boolean }): string {
  const why = build.is_stale
    ? ': nothing was reported about it for too long, so it no longer counts as running'
    : '';
  return `Build ${build.id} is ${shownStatus(build)}${why}.`;
}
