import { findStaleBuilds } from '@slipway/contracts';
import { defineEndpoint } from '../../services.js';

export const endpoint = defineEndpoint(findStaleBuilds, async ({ project, query, services }) => {
  const builds = await services.reads.listNearbyBuilds(project.id, (query.ids ?? []).map(Number));
  const stale = await services.reads.findStaleBuilds(project.accountId, builds, services.clock.now());
  return { stale_build_run_ids: [...stale].map(String) };
});
