// Generated from the folder by `npm run generate`. Do not edit.
import type { RegisteredCommand } from './define-command.js';

export const commands: readonly RegisteredCommand[] = [
  {
    path: ["api"],
    summary: "Send a request to the REST API",
    load: async () => (await import('./commands/api.js')).command,
  },
  {
    path: ["approval","list"],
    summary: "List approvals, newest first",
    load: async () => (await import('./commands/approval/list.js')).command,
  },
  {
    path: ["approval","view"],
    summary: "Show an approval",
    load: async () => (await import('./commands/approval/view.js')).command,
  },
  {
    path: ["asset","approve"],
    summary: "Approve assets",
    load: async () => (await import('./commands/asset/approve.js')).command,
  },
  {
    path: ["asset","deny"],
    summary: "Deny assets",
    load: async () => (await import('./commands/asset/deny.js')).command,
  },
  {
    path: ["asset","ignore"],
    summary: "Dismiss assets without a decision",
    load: async () => (await import('./commands/asset/ignore.js')).command,
  },
  {
    path: ["asset","list"],
    summary: "List assets, newest first",
    load: async () => (await import('./commands/asset/list.js')).command,
  },
  {
    path: ["asset","view"],
    summary: "Show an asset with its approval history",
    load: async () => (await import('./commands/asset/view.js')).command,
  },
  {
    path: ["audit"],
    summary: "Show an account's audit log, newest first",
    load: async () => (await import('./commands/audit.js')).command,
  },
  {
    path: ["auth","login"],
    summary: "Sign in to a service",
    load: async () => (await import('./commands/auth/login.js')).command,
  },
  {
    path: ["auth","logout"],
    summary: "Delete the stored token for a host",
    load: async () => (await import('./commands/auth/logout.js')).command,
  },
  {
    path: ["auth","status"],
    summary: "Show the host and token that commands use",
    load: async () => (await import('./commands/auth/status.js')).command,
  },
  {
    path: ["auth","token"],
    summary: "Print the token that commands send",
    load: async () => (await import('./commands/auth/token.js')).command,
  },
  {
    path: ["build","compare"],
    summary: "Compare a build with another one",
    load: async () => (await import('./commands/build/compare.js')).command,
  },
  {
    path: ["build","investigate"],
    summary: "Find out why a build failed",
    load: async () => (await import('./commands/build/investigate.js')).command,
  },
  {
    path: ["build","list"],
    summary: "List builds, newest first",
    load: async () => (await import('./commands/build/list.js')).command,
  },
  {
    path: ["build","log"],
    summary: "Print a build log",
    load: async () => (await import('./commands/build/log.js')).command,
  },
  {
    path: ["build","rerun"],
    summary: "Run a finished build again in Jenkins, Buildkite or GitHub Actions",
    load: async () => (await import('./commands/build/rerun.js')).command,
  },
  {
    path: ["build","view"],
    summary: "Show a build with its steps, artifacts, investigation and suspects",
    load: async () => (await import('./commands/build/view.js')).command,
  },
  {
    path: ["build","watch"],
    summary: "Watch a build until it finishes",
    load: async () => (await import('./commands/build/watch.js')).command,
  },
  {
    path: ["change","list"],
    summary: "List commits and changelists, newest first",
    load: async () => (await import('./commands/change/list.js')).command,
  },
  {
    path: ["change","view"],
    summary: "Show a change with its files, builds and approvals",
    load: async () => (await import('./commands/change/view.js')).command,
  },
  {
    path: ["completion"],
    summary: "Print a shell completion script",
    load: async () => (await import('./commands/completion.js')).command,
  },
  {
    path: ["delivery","gaps"],
    summary: "List build and changelist numbers that no webhook mentioned",
    load: async () => (await import('./commands/delivery/gaps.js')).command,
  },
  {
    path: ["delivery","list"],
    summary: "List webhooks and their outcomes, newest first",
    load: async () => (await import('./commands/delivery/list.js')).command,
  },
  {
    path: ["delivery","replay"],
    summary: "Process webhooks again, after showing what would change",
    load: async () => (await import('./commands/delivery/replay.js')).command,
  },
  {
    path: ["delivery","view"],
    summary: "Show a webhook with its request and the rows it touched",
    load: async () => (await import('./commands/delivery/view.js')).command,
  },
  {
    path: ["deployment","list"],
    summary: "List deployments, newest first",
    load: async () => (await import('./commands/deployment/list.js')).command,
  },
  {
    path: ["deployment","view"],
    summary: "Show a deployment with its build",
    load: async () => (await import('./commands/deployment/view.js')).command,
  },
  {
    path: ["diagnose"],
    summary: "Find out why a build failed from its log, without a service",
    load: async () => (await import('./commands/diagnose.js')).command,
  },
  {
    path: ["doctor"],
    summary: "Check a service from outside, and explain what is wrong and how to fix it",
    load: async () => (await import('./commands/doctor.js')).command,
  },
  {
    path: ["events"],
    summary: "Show events across all projects of an account, newest first",
    load: async () => (await import('./commands/events.js')).command,
  },
  {
    path: ["help"],
    summary: "Show help for a command or topic",
    load: async () => (await import('./commands/help.js')).command,
  },
  {
    path: ["member","list"],
    summary: "List project members by user id",
    load: async () => (await import('./commands/member/list.js')).command,
  },
  {
    path: ["metrics"],
    summary: "Show delivery metrics for a project",
    load: async () => (await import('./commands/metrics.js')).command,
  },
  {
    path: ["open"],
    summary: "Open a project or record in the browser",
    load: async () => (await import('./commands/open.js')).command,
  },
  {
    path: ["problem","assign"],
    summary: "Assign a problem to a member",
    load: async () => (await import('./commands/problem/assign.js')).command,
  },
  {
    path: ["problem","ignore"],
    summary: "Ignore a problem, so that nobody is notified of it",
    load: async () => (await import('./commands/problem/ignore.js')).command,
  },
  {
    path: ["problem","list"],
    summary: "List causes of failed builds, last seen first",
    load: async () => (await import('./commands/problem/list.js')).command,
  },
  {
    path: ["problem","mark"],
    summary: "Mark a problem as known, flaky or a fault of the infrastructure",
    load: async () => (await import('./commands/problem/mark.js')).command,
  },
  {
    path: ["problem","reopen"],
    summary: "Reopen a resolved or ignored problem",
    load: async () => (await import('./commands/problem/reopen.js')).command,
  },
  {
    path: ["problem","resolve"],
    summary: "Resolve a problem",
    load: async () => (await import('./commands/problem/resolve.js')).command,
  },
  {
    path: ["problem","view"],
    summary: "Show a cause of failed builds, with the builds it made fail",
    load: async () => (await import('./commands/problem/view.js')).command,
  },
  {
    path: ["project","list"],
    summary: "List the projects of every account you belong to",
    load: async () => (await import('./commands/project/list.js')).command,
  },
  {
    path: ["project","use"],
    summary: "Remember a project for this folder and everything below it",
    load: async () => (await import('./commands/project/use.js')).command,
  },
  {
    path: ["project","view"],
    summary: "Show a project",
    load: async () => (await import('./commands/project/view.js')).command,
  },
  {
    path: ["reference","list"],
    summary: "List tracker items that tasks and changes mention, newest first",
    load: async () => (await import('./commands/reference/list.js')).command,
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
    summary: "Send reports that were kept while the service was unreachable",
    load: async () => (await import('./commands/report/flush.js')).command,
  },
  {
    path: ["report","outbox","drop"],
    summary: "Delete reports from the outbox without sending them",
    load: async () => (await import('./commands/report/outbox/drop.js')).command,
  },
  {
    path: ["report","outbox","list"],
    summary: "List reports that wait to be sent, oldest first",
    load: async () => (await import('./commands/report/outbox/list.js')).command,
  },
  {
    path: ["send"],
    summary: "Send a realistic, signed event as a tool would",
    load: async () => (await import('./commands/send.js')).command,
  },
  {
    path: ["simulate"],
    summary: "Simulate a studio's day and verify that every event appears exactly once",
    load: async () => (await import('./commands/simulate.js')).command,
  },
  {
    path: ["status"],
    summary: "Show broken jobs, builds with your changes, and your tasks",
    load: async () => (await import('./commands/status.js')).command,
  },
  {
    path: ["task","create"],
    summary: "Create a task",
    load: async () => (await import('./commands/task/create.js')).command,
  },
  {
    path: ["task","edit"],
    summary: "Update a task",
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
    path: ["token","create"],
    summary: "Open the page that creates API tokens",
    load: async () => (await import('./commands/token/create.js')).command,
  },
  {
    path: ["token","list"],
    summary: "List your API tokens",
    load: async () => (await import('./commands/token/list.js')).command,
  },
  {
    path: ["token","revoke"],
    summary: "Revoke one of your API tokens",
    load: async () => (await import('./commands/token/revoke.js')).command,
  },
  {
    path: ["version"],
    summary: "Print the version",
    load: async () => (await import('./commands/version.js')).command,
  },
  {
    path: ["whoami"],
    summary: "Show the user and accounts that the token acts for",
    load: async () => (await import('./commands/whoami.js')).command,
  },
];
