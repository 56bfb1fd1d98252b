import Type, { type Static } from 'typebox';
import { describeEndpoint } from '../../endpoint.js';
import { DigitsId } from '../../fields.js';
import { idsParameter } from '../../parameters.js';
import { buildRunGroup } from './build-runs.js';

/** How many builds one request may name. */
export const MAX_BUILD_IDS = 100;

export const StaleBuilds = Type.Object(
  { stale_build_run_ids: Type.Array(DigitsId, { description: 'Those of the given builds that are stale.' }) },
  { title: 'StaleBuilds' },
);
export type StaleBuilds = Static<typeof StaleBuilds>;

export const findStaleBuilds = describeEndpoint({
  name: 'findStaleBuilds',
  group: buildRunGroup,
  method: 'GET',
  path: '/v1/projects/:project_id/stale_builds',
  scope: 'read:builds',
  summary: 'Find out which builds are stale',
  description:
    'An unfinished build is stale, and no longer counts as running, if nothing was reported about it for three times ' +
    'what its job usually takes, and for at least two hours. Its `status` stays what the last report said, and a ' +
    'later report brings it back.',
  query: { ids: idsParameter('The build runs to look at.', MAX_BUILD_IDS) },
  response: StaleBuilds,
});
