// Generated from the folder by `npm run generate`. Do not edit.
import type { RegisteredCommand } from './define-command.js';

export const commands: readonly RegisteredCommand[] = [
  {
    path: ["diagnose"],
    summary: "Find out from its log why a build failed, without a service",
    load: async () => (await import('./commands/diagnose.js')).command,
  },
  {
    path: ["project","list"],
    summary: "List the projects of every account you belong to",
    load: async () => (await import('./commands/project/list.js')).command,
  },
  {
    path: ["send"],
    summary: "Send a realistic, signed event as a tool would",
    load: async () => (await import('./commands/send.js')).command,
  },
  {
    path: ["simulate"],
    summary: "Play a studio's day and verify that every event becomes visible once",
    load: async () => (await import('./commands/simulate.js')).command,
  },
  {
    path: ["version"],
    summary: "Print the version",
    load: async () => (await import('./commands/version.js')).command,
  },
];
