import { describeEndpoint } from '../endpoint.js';
import { limitParameter, oneOf } from '../parameters.js';
import { BuildRunDetail, BuildRunPage } from '../resources/build-run.js';
import { BUILD_STATUSES, BUILD_TYPES, TARGET_TYPES } from '../values.js';

export const listBuildRuns = describeEndpoint({
  method: 'GET',
  path: '/v1/projects/:project_id/build_runs',
  scope: 'read:builds',
  summary: 'List build runs, newest first',
  query: {
    status: oneOf(
      BUILD_STATUSES,
      { code: 'invalid_status', listed: 'valid_statuses' },
      'Only runs in this status.',
    ),
    build_type: oneOf(
      BUILD_TYPES,
      { code: 'invalid_build_type', listed: 'valid_build_types' },
      'Only runs of this engine.',
    ),
    target_type: oneOf(
      TARGET_TYPES,
      { code: 'invalid_target_type', listed: 'valid_target_types' },
      'Only runs of this target.',
    ),
    limit: limitParameter(),
  },
  response: BuildRunPage,
});

export const getBuildRun = describeEndpoint({
  method: 'GET',
  path: '/v1/projects/:project_id/build_runs/:build_run_id',
  scope: 'read:builds',
  summary: 'Get a build run with its steps and artifacts',
  query: {},
  response: BuildRunDetail,
});
