import { getBuildRun } from '@slipway/contracts';
import { buildPage } from '../build-page.js';
import { defineReadTool } from '../define-read-tool.js';
import { describeState, MarkedBuildDetail, markBuild } from '../marked-builds.js';

export const tool = defineReadTool(getBuildRun, {
  name: 'get_build',
  title: 'Get a build',
  description:
    'Returns one build run with its steps, artifacts and investigation, without its log. For the cause of a failure use ' +
    'get_build_failure, for log lines read_build_log, to wait until it ends wait_for_build.',
  toolset: 'builds',
  output: MarkedBuildDetail,
  present: (build, _, context) => markBuild(build, context),
  summary: (build) => describeState(build),
  next: (build, context) => [buildPage(build, context)],
});
