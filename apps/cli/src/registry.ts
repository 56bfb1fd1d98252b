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
    path: ["report","build"],
    summary: "Report the state of a build",
    load: async () => (await import('./commands/report/build.js')).command,
  },
  {
    path: ["report","change"],
    summary: "Report a submitted changelist or a pushed revision",
    load: async () => (await import('./commands/report/change.js')).command,
  },
  {
    path: ["report","cook"],
    summary: "Report a phase of an engine build, or cooked assets",
    load: async () => (await import('./commands/report/cook.js')).command,
  },
  {
    path: ["report","deploy"],
    summary: "Report a step of a release to a store",
    load: async () => (await import('./commands/report/deploy.js')).command,
  },
  {
    path: ["report","flush"],
    summary: "Send the reports that were kept while the service could not be reached",
    load: async () => (await import('./commands/report/flush.js')).command,
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
