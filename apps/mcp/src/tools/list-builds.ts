import { listBuildRuns } from '@slipway/contracts';
import { defineListTool } from '../define-list-tool.js';

export const tool = defineListTool(listBuildRuns, {
  name: 'list_builds',
  title: 'List builds',
  description:
    "Lists a project's build runs, newest first, by status, engine or target. Use it to see what ran. To find out why " +
    'the newest build failed, call get_build_failure directly: it needs no id.',
  toolset: 'builds',
  noun: 'builds',
});
