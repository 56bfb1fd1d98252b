// Generated from the folder by `npm run generate`. Do not edit.
import type { RegisteredCommand } from './define-command.js';

export const commands: readonly RegisteredCommand[] = [
  {
    path: ["project","list"],
    summary: "List the projects of every account you belong to",
    load: async () => (await import('./commands/project/list.js')).command,
  },
  {
    path: ["task","create"],
    summary: "Create a task",
    load: async () => (await import('./commands/task/create.js')).command,
  },
  {
    path: ["task","edit"],
    summary: "Change a task",
    load: async () => (await import('./commands/task/edit.js')).command,
  },
  {
    path: ["task","list"],
    summary: "List tasks, newest first",
    load: async () => (await import('./commands/task/list.js')).command,
  },
  {
    path: ["task","view"],
    summary: "Show a task with its links",
    load: async () => (await import('./commands/task/view.js')).command,
  },
  {
    path: ["version"],
    summary: "Print the version",
    load: async () => (await import('./commands/version.js')).command,
  },
];
