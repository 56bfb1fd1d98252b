import { listBuilds } from '@slipway/contracts';
import { defineListTool } from '../define-list-tool.js';

export const tool = defineListTool(listBuilds, {
  name: 'list_builds',
  title: 'List builds',
  description:
    "Lists a project's build runs, newest first, by job, branch, changelist, commit, number, status, engine, target or " +
    'time. Use it to see what ran. To find out why the newest build failed, call get_build_failure directly: it needs ' +
    'no id.',
  toolset: 'builds',
});
