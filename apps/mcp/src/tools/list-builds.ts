import { BUILD_STATUSES, BUILD_TYPES, BuildRunPage, listBuildRuns, TARGET_TYPES } from '@slipway/contracts';
import Type from 'typebox';
import { defineTool } from '../define-tool.js';
import { argumentsOf, limit, oneOf, project } from '../fields.js';
import { findProject } from '../find-project.js';

export const tool = defineTool({
  name: 'list_builds',
  title: 'List builds',
  description:
    "Lists a project's build runs, newest first, by status, engine or target. Use it to see what ran. To find out why " +
    'the newest build failed, call get_build_failure at once: it needs no id.',
  toolset: 'builds',
  endpoints: [listBuildRuns],
  input: argumentsOf({
    project,
    status: Type.Optional(oneOf(BUILD_STATUSES, 'Only builds in this status.')),
    build_type: Type.Optional(oneOf(BUILD_TYPES, 'Only builds of this engine.')),
    target_type: Type.Optional(oneOf(TARGET_TYPES, 'Only builds of this target.')),
    limit,
  }),
  output: BuildRunPage,
  async run({ project: reference, ...query }, context) {
    const params = await findProject(reference, context);
    const data = await context.client.call(listBuildRuns, { params, query, signal: context.signal });
    return { summary: `${data.build_runs.length} builds, newest first.`, data };
  },
});
