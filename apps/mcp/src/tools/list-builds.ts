import { markStaleBuilds } from '@slipway/client';
import { BuildPage, listBuilds } from '@slipway/contracts';
import Type from 'typebox';
import { defineReadTool } from '../define-read-tool.js';
import { buildsIn, MarkedBuild } from '../marked-builds.js';

export const tool = defineReadTool(listBuilds, {
  name: 'list_builds',
  title: 'List builds',
  description:
    "Lists a project's build runs, newest first, by job, branch, changelist, commit, number, status, engine, target or " +
    'time. Use it to see what ran. To find out why the newest build failed, call get_build_failure directly: it needs ' +
    'no id.',
  toolset: 'builds',
  output: Type.Object({ ...BuildPage.properties, builds: Type.Array(MarkedBuild) }),
  present: async ({ builds, pagination }, projectId, context) => ({
    builds: await markStaleBuilds(context.client, buildsIn(projectId, context), builds),
    pagination,
  }),
  summary: ({ builds }) => `${builds.length} builds, newest first.`,
});
