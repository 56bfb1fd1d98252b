import Type, { type Static } from 'typebox';
import { describeEndpoint } from '../../endpoint.js';
import { countParameter } from '../../parameters.js';
import { buildRunGroup } from './build-runs.js';

/** The most log lines in one response. */
export const MAX_LOG_LINES = 2_000;

export const BuildLog = Type.Object(
  {
    total_lines: Type.Integer(),
    from_line: Type.Integer({ description: 'The number of the first line in the response; lines count from 1.' }),
    lines: Type.Array(Type.String()),
    truncated: Type.Boolean({ description: 'Part of the output was dropped when the log was captured.' }),
  },
  { title: 'BuildLog' },
);
export type BuildLog = Static<typeof BuildLog>;

export const getBuildLog = describeEndpoint({
  name: 'getBuildLog',
  group: buildRunGroup,
  method: 'GET',
  path: '/v1/projects/:project_id/build_runs/:build_run_id/log',
  scope: 'read:builds',
  summary: 'Read lines of a build log',
  description:
    'Returns lines from `from_line` on, or the last `tail` lines; `tail` cannot be combined with the other two. ' +
    'Without parameters, returns the first lines. A build without a log has no lines. ' +
    'Credentials are masked, and email addresses are reduced to their local part.',
  query: {
    from_line: countParameter('The first line to return, counted from 1.', Number.MAX_SAFE_INTEGER, 1),
    lines: countParameter(`How many lines to return; at most ${MAX_LOG_LINES}.`, MAX_LOG_LINES, MAX_LOG_LINES),
    tail: countParameter(`How many of the last lines to return; at most ${MAX_LOG_LINES}.`, MAX_LOG_LINES),
  },
  response: BuildLog,
});
