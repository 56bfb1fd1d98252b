import { findChange, markBuildsOfChange } from '@slipway/client';
import { ChangeDetail, getChange, listChanges } from '@slipway/contracts';
import { describeCount } from '@slipway/domain';
import Type from 'typebox';
import { defineListTool } from '../define-read-tool.js';
import { defineTool } from '../define-tool.js';
import { argumentsOf, project } from '../fields.js';
import { findProject } from '../find-project.js';
import { buildsIn, MarkedLink } from '../marked-builds.js';

export const getChangeTool = defineTool({
  name: 'get_change',
  title: 'Get a change',
  description:
    'Returns one commit or changelist with its files, builds, approval counts, tasks and tracker items. Takes a SHA or at ' +
    'least its first seven characters, a changelist number ("CL 48317"), or the id from another tool.',
  toolset: 'changes',
  endpoints: [getChange],
  input: argumentsOf({
    project,
    change_id: Type.Union([Type.String({ minLength: 1, maxLength: 100 }), Type.Integer({ minimum: 1 })], {
      description: 'The SHA, changelist number or id of the change.',
    }),
  }),
  output: Type.Object({
    ...ChangeDetail.properties,
    build_runs: Type.Array(MarkedLink),
    latest_build: Type.Union([MarkedLink, Type.Null()]),
  }),
  async run({ project: reference, change_id: name }, context) {
    const { project_id: projectId } = await findProject(reference, context);
    const place = buildsIn(projectId, context);
    const found = await findChange(context.client, { ...place, name: String(name) });
    const change = await markBuildsOfChange(context.client, place, found);
    const { id, files_available, file_count, files, build_runs, build_runs_truncated } = change;
    const counted = files_available ? `${describeCount(file_count ?? files.length)} files` : 'no file list';
    const builds = `${build_runs_truncated ? 'the newest ' : ''}${build_runs.length} builds`;
    return { summary: `Change ${id} with ${counted} and ${builds}.`, data: change };
  },
});

export const listChangesTool = defineListTool(listChanges, {
  name: 'list_changes',
  title: 'List changes',
  description:
    'Lists commits and changelists of a project, newest first. Use it to see what was submitted recently, or with ' +
    'identifier to find one by its full SHA or changelist number. For its files and builds, use get_change.',
  toolset: 'changes',
});
