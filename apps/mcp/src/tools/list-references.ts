import { listReferences } from '@slipway/contracts';
import { defineListTool } from '../define-list-tool.js';

export const tool = defineListTool(listReferences, {
  name: 'list_references',
  title: 'List tracker items',
  description:
    'Lists items of external trackers (Jira, Linear, Trello, monday.com, Asana, GitHub issues) with the changes and ' +
    "tasks that mention them. Use it to look up a key such as GAME-123. Slipway's own tasks are in list_tasks.",
  toolset: 'tasks',
  noun: 'tracker items',
});
