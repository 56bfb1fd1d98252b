// Generated from the folder by `npm run generate`. Do not edit.
import type { RegisteredCommand } from './define-command.js';

export const commands: readonly RegisteredCommand[] = [
  {
    path: ["project","list"],
    summary: "List the projects of every account you belong to",
    load: async () => (await import('./commands/project/list.js')).command,
  },
  {
    path: ["version"],
    summary: "Print the version",
    load: async () => (await import('./commands/version.js')).command,
  },
];
