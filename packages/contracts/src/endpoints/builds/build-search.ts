import Type, { type Static } from 'typebox';
import { describeEndpoint } from '../../endpoint.js';
import { CursorPagination } from '../../fields.js';
import {
  cursorParameter,
  flagParameter,
  idParameter,
  limitParameter,
  oneOf,
  textParameter,
  timeParameter,
} from '../../parameters.js';
import { BUILD_STATUSES, BUILD_TYPES, TARGET_TYPES } from '../../values.js';
import { BuildRun, buildRunGroup } from './build-runs.js';

export const BuildPage = Type.Object(
  { builds: Type.Array(BuildRun), pagination: CursorPagination },
  { title: 'BuildPage' },
);
export type BuildPage = Static<typeof BuildPage>;

export const listBuilds = describeEndpoint({
  name: 'listBuilds',
  group: buildRunGroup,
  method: 'GET',
  path: '/v1/projects/:project_id/builds',
  scope: 'read:builds',
  summary: 'Search build runs, newest first',
  description:
    'The same build runs as `/build_runs`, with more filters and with cursors. All filters must match. A search for a ' +
    'job or branch that few builds have may return a short or empty page with `has_more`: follow `next_cursor`.',
  query: {
    job: textParameter('Only builds of the job with this name.'),
    main_job: {
      ...flagParameter("Only builds of the project's main job: the one an owner chose, otherwise the busiest."),
      conflictsWith: 'job',
    },
    branch: textParameter('Only builds of this branch.'),
    changelist: textParameter('Only builds of this changelist.'),
    commit: textParameter('Only builds of this commit; at least seven digits of its hash.'),
    number: textParameter('Only builds with this build number.'),
    changed_by: idParameter("Only builds of this user's newest changes, by user id."),
    status: oneOf('status', BUILD_STATUSES, 'Only builds in this status.'),
    build_type: oneOf('build_type', BUILD_TYPES, 'Only builds of this engine.'),
    target_type: oneOf('target_type', TARGET_TYPES, 'Only builds of this target.'),
    since: timeParameter(
      'Only builds created at or after this ISO 8601 time or date; UTC unless it has an offset.',
    ),
    until: timeParameter('Only builds created before this ISO 8601 time or date; UTC unless it has an offset.'),
    limit: limitParameter(),
    cursor: cursorParameter(),
  },
  response: BuildPage,
});
