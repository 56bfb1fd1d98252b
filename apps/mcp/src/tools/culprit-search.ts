import {
  CulpritSearch,
  getCulpritSearch,
  reportCulpritRun,
  startCulpritSearch,
  stopCulpritSearch,
} from '@slipway/contracts';
import { bodyArguments } from '../contract-arguments.js';
import { defineTool } from '../define-tool.js';
import { argumentsOf, digitsId, project } from '../fields.js';
import { findProject } from '../find-project.js';

const place = { project, problem_id: digitsId('problem') };

const summarize = (data: CulpritSearch) => ({ summary: data.explanation, data });

export const getCulpritSearchTool = defineTool({
  name: 'get_culprit_search',
  title: 'Get the search for a culprit',
  description:
    'Returns how likely each change is to have caused a problem, what ran, and which revision to run next.',
  toolset: 'culprits',
  endpoints: [getCulpritSearch],
  input: argumentsOf(place),
  output: CulpritSearch,
  async run({ project: reference, problem_id }, context) {
    const { project_id } = await findProject(reference, context);
    const request = { params: { project_id, problem_id }, signal: context.signal };
    return summarize(await context.client.call(getCulpritSearch, request));
  },
});

export const startCulpritSearchTool = defineTool({
  name: 'start_culprit_search',
  title: 'Start a search for a culprit',
  description:
    'Starts a search that runs builds, or with runs_by client waits for results from you. Ask the person first.',
  toolset: 'culprits',
  endpoints: [startCulpritSearch],
  isDestructive: true,
  isIdempotent: true,
  input: argumentsOf({ ...place, ...bodyArguments(startCulpritSearch.body) }),
  output: CulpritSearch,
  async run({ project: reference, problem_id, ...body }, context) {
    const { project_id } = await findProject(reference, context);
    const request = { params: { project_id, problem_id }, body, signal: context.signal };
    return summarize(await context.client.call(startCulpritSearch, request));
  },
});

export const reportCulpritRunTool = defineTool({
  name: 'report_culprit_run',
  title: 'Report a run to a search for a culprit',
  description: 'Records how a revision that you ran ended. A repeated run_id changes nothing.',
  toolset: 'culprits',
  endpoints: [reportCulpritRun],
  isDestructive: true,
  isIdempotent: true,
  input: argumentsOf({ ...place, ...bodyArguments(reportCulpritRun.body) }),
  output: CulpritSearch,
  async run({ project: reference, problem_id, ...body }, context) {
    const { project_id } = await findProject(reference, context);
    const request = { params: { project_id, problem_id }, body, signal: context.signal };
    return summarize(await context.client.call(reportCulpritRun, request));
  },
});

export const stopCulpritSearchTool = defineTool({
  name: 'stop_culprit_search',
  title: 'Stop a search for a culprit',
  description: 'Stops the search of a problem. Runs that have started go on.',
  toolset: 'culprits',
  endpoints: [stopCulpritSearch],
  isDestructive: true,
  isIdempotent: true,
  input: argumentsOf(place),
  output: CulpritSearch,
  async run({ project: reference, problem_id }, context) {
    const { project_id } = await findProject(reference, context);
    const request = { params: { project_id, problem_id }, signal: context.signal };
    return summarize(await context.client.call(stopCulpritSearch, request));
  },
});
