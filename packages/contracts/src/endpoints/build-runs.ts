import { describeEndpoint, typed } from '../endpoint.js';
import { countParameter, limitParameter, oneOf } from '../parameters.js';
import { BuildLog } from '../resources/build-log.js';
import { BuildRunDetail, BuildRunPage } from '../resources/build-run.js';
import { Investigation } from '../resources/investigation.js';
import { BUILD_STATUSES, BUILD_TYPES, TARGET_TYPES } from '../values.js';

export const listBuildRuns = describeEndpoint({
  name: 'listBuildRuns',
  method: 'GET',
  path: '/v1/projects/:project_id/build_runs',
  scope: 'read:builds',
  summary: 'List build runs, newest first',
  query: {
    status: oneOf('status', BUILD_STATUSES, 'Only runs in this status.'),
    build_type: oneOf('build_type', BUILD_TYPES, 'Only runs of this engine.'),
    target_type: oneOf('target_type', TARGET_TYPES, 'Only runs of this target.'),
    limit: limitParameter(),
  },
  response: typed<BuildRunPage>(BuildRunPage),
});

export const getBuildRun = describeEndpoint({
  name: 'getBuildRun',
  method: 'GET',
  path: '/v1/projects/:project_id/build_runs/:build_run_id',
  scope: 'read:builds',
  summary: 'Get a build run with its steps and artifacts',
  query: {},
  response: typed<BuildRunDetail>(BuildRunDetail),
});

/** The most lines of a log that one answer shows. */
export const MAX_LOG_LINES = 2_000;

export const getBuildLog = describeEndpoint({
  name: 'getBuildLog',
  method: 'GET',
  path: '/v1/projects/:project_id/build_runs/:build_run_id/log',
  scope: 'read:builds',
  summary: 'Read lines of a build log',
  description:
    'From a line onwards, or the last lines: `tail` goes with neither of the other two. Without parameters, the ' +
    'first lines. A build without a log has no lines.',
  query: {
    from_line: countParameter('The first line to show, from 1.', Number.MAX_SAFE_INTEGER, 1),
    lines: countParameter(`How many lines to show, at most ${MAX_LOG_LINES}.`, MAX_LOG_LINES, MAX_LOG_LINES),
    tail: countParameter(`Show the last so many lines instead, at most ${MAX_LOG_LINES}.`, MAX_LOG_LINES),
  },
  response: typed<BuildLog>(BuildLog),
});

export const investigateBuildRun = describeEndpoint({
  name: 'investigateBuildRun',
  method: 'POST',
  path: '/v1/projects/:project_id/build_runs/:build_run_id/investigate',
  scope: 'write:builds',
  summary: 'Investigate a failed build',
  description:
    'Starts an investigation, which spends credits and counts against the daily limit, and answers 202. While one ' +
    'is pending, running or completed it is returned with 200 and nothing is spent: call again to read the result.',
  query: {},
  response: typed<Investigation>(Investigation),
  success: [202, 200],
  writes: true,
  errors: ['build_not_failed', 'insufficient_credits', 'daily_limit_reached'],
});
