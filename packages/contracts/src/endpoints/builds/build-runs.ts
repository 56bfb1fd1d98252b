import Type, { type Static } from 'typebox';
import { describeEndpoint, type EndpointGroup } from '../../endpoint.js';
import { anyOf, DigitsId, LimitPagination, MaybeTimestamp, orNull, Timestamp } from '../../fields.js';
import { limitParameter, oneOf } from '../../parameters.js';
import { BUILD_STATUSES, BUILD_TYPES, TARGET_TYPES } from '../../values.js';
import { Investigation } from './investigations.js';

export const buildRunGroup: EndpointGroup = { name: 'Build runs', description: 'Builds and their logs.' };

const fields = {
  id: DigitsId,
  project_id: DigitsId,
  status: anyOf(BUILD_STATUSES),
  build_type: anyOf(BUILD_TYPES),
  target_type: anyOf(TARGET_TYPES),
  ci_job_name: Type.String(),
  build_number: Type.String(),
  commit_hash: Type.String(),
  changelist: Type.String(),
  branch: Type.String(),
  build_url: Type.String(),
  duration_seconds: orNull(Type.Integer()),
  started_at: MaybeTimestamp,
  finished_at: MaybeTimestamp,
  created_at: Timestamp,
  updated_at: Timestamp,
};

export const BuildRun = Type.Object(fields, { title: 'BuildRun' });
export type BuildRun = Static<typeof BuildRun>;

/** A build run as changes and deployments show it. */
export const LinkedBuildRun = Type.Pick(BuildRun, ['id', 'status', 'commit_hash', 'ci_job_name'], {
  title: 'LinkedBuildRun',
});
export type LinkedBuildRun = Static<typeof LinkedBuildRun>;

export const BuildArtifact = Type.Object(
  { name: Type.String(), size_bytes: Type.Integer(), url: Type.String() },
  { title: 'BuildArtifact' },
);

export const BuildStep = Type.Object(
  {
    name: Type.String(),
    status: Type.String(),
    started_at: MaybeTimestamp,
    finished_at: MaybeTimestamp,
    detail: Type.String(),
  },
  { title: 'BuildStep' },
);

export const BuildRunDetail = Type.Object(
  {
    ...fields,
    artifacts: Type.Array(BuildArtifact),
    steps: Type.Array(BuildStep),
    has_log: Type.Boolean(),
    investigation: orNull(Investigation),
  },
  { title: 'BuildRunDetail' },
);
export type BuildRunDetail = Static<typeof BuildRunDetail>;

export const BuildRunPage = Type.Object(
  { build_runs: Type.Array(BuildRun), pagination: LimitPagination },
  { title: 'BuildRunPage' },
);
export type BuildRunPage = Static<typeof BuildRunPage>;

export const listBuildRuns = describeEndpoint({
  name: 'listBuildRuns',
  group: buildRunGroup,
  method: 'GET',
  path: '/v1/projects/:project_id/build_runs',
  scope: 'read:builds',
  summary: 'List build runs, newest first',
  query: {
    status: oneOf('status', BUILD_STATUSES, 'Only builds in this status.'),
    build_type: oneOf('build_type', BUILD_TYPES, 'Only builds of this engine.'),
    target_type: oneOf('target_type', TARGET_TYPES, 'Only builds of this target.'),
    limit: limitParameter(),
  },
  response: BuildRunPage,
});

export const getBuildRun = describeEndpoint({
  name: 'getBuildRun',
  group: buildRunGroup,
  method: 'GET',
  path: '/v1/projects/:project_id/build_runs/:build_run_id',
  scope: 'read:builds',
  summary: 'Get a build run with its steps and artifacts',
  response: BuildRunDetail,
});
