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
    load: async () => (await import('./commands/approval.js')).list,
  },
  {
    path: ["approval","view"],
    summary: "Show an approval",
    load: async () => (await import('./commands/approval.js')).view,
  },
  {
    path: ["asset","approve"],
    summary: "Approve assets",
    load: async () => (await import('./commands/asset.js')).approve,
  },
  {
    path: ["asset","deny"],
    summary: "Deny assets",
    load: async () => (await import('./commands/asset.js')).deny,
  },
  {
    path: ["asset","ignore"],
    summary: "Dismiss assets without a decision",
    load: async () => (await import('./commands/asset.js')).ignore,
  },
  {
    path: ["asset","list"],
    summary: "List assets, newest first",
    load: async () => (await import('./commands/asset.js')).list,
  },
  {
    path: ["asset","view"],
    summary: "Show an asset with its approval history",
    load: async () => (await import('./commands/asset.js')).view,
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
    load: async () => (await import('./commands/auth.js')).logout,
  },
  {
    path: ["auth","status"],
    summary: "Show the host and token that commands use",
    load: async () => (await import('./commands/auth.js')).status,
  },
  {
    path: ["auth","token"],
    summary: "Print the token that commands send",
    load: async () => (await import('./commands/auth.js')).token,
  },
  {
    path: ["bisect","run"],
    summary: "Search the change that broke a job by running a command at revisions",
    load: async () => (await import('./commands/bisect/run.js')).command,
  },
  {
    path: ["bisect","status"],
    summary: "Show how far the search for a culprit is",
    load: async () => (await import('./commands/bisect.js')).status,
  },
  {
    path: ["bisect","stop"],
    summary: "Stop the search for a culprit",
    load: async () => (await import('./commands/bisect.js')).stop,
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
    path: ["build","judge"],
    summary: "Say whether the finding about a failed build is right",
    load: async () => (await import('./commands/build.js')).judge,
  },
  {
    path: ["build","list"],
    summary: "List builds, newest first",
    load: async () => (await import('./commands/build.js')).list,
  },
  {
    path: ["build","log"],
    summary: "Print a build log",
    load: async () => (await import('./commands/build.js')).log,
  },
  {
    path: ["build","rerun"],
    summary: "Run a finished build again in Jenkins, Buildkite or GitHub Actions",
    load: async () => (await import('./commands/build.js')).rerun,
  },
  {
    path: ["build","view"],
    summary: "Show a build with its steps, artifacts, failed tests, investigation and suspects",
    load: async () => (await import('./commands/build.js')).view,
  },
  {
    path: ["build","watch"],
    summary: "Watch a build until it finishes",
    load: async () => (await import('./commands/build/watch.js')).command,
  },
  {
    path: ["change","list"],
    summary: "List commits and changelists, newest first",
    load: async () => (await import('./commands/change.js')).list,
  },
  {
    path: ["change","view"],
    summary: "Show a change with its files, builds and approvals",
    load: async () => (await import('./commands/change.js')).view,
  },
  {
    path: ["completion"],
    summary: "Print a shell completion script",
    load: async () => (await import('./commands/completion.js')).command,
  },
  {
    path: ["delivery","gaps"],
    summary: "List build and changelist numbers that no webhook mentioned",
    load: async () => (await import('./commands/delivery.js')).gaps,
  },
  {
    path: ["delivery","list"],
    summary: "List webhooks and their outcomes, newest first",
    load: async () => (await import('./commands/delivery.js')).list,
  },
  {
    path: ["delivery","replay"],
    summary: "Process webhooks again, after showing what would change",
    load: async () => (await import('./commands/delivery/replay.js')).command,
  },
  {
    path: ["delivery","view"],
    summary: "Show a webhook with its request and the rows it touched",
    load: async () => (await import('./commands/delivery.js')).view,
  },
  {
    path: ["deployment","list"],
    summary: "List deployments, newest first",
    load: async () => (await import('./commands/deployment.js')).list,
  },
  {
    path: ["deployment","view"],
    summary: "Show a deployment with its build",
    load: async () => (await import('./commands/deployment.js')).view,
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
    load: async () => (await import('./commands/member.js')).list,
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
    load: async () => (await import('./commands/problem.js')).assign,
  },
  {
    path: ["problem","culprit"],
    summary: "Show how likely each change is to have caused a problem, or search for the culprit",
    load: async () => (await import('./commands/problem/culprit.js')).command,
  },
  {
    path: ["problem","ignore"],
    summary: "Ignore a problem, so that nobody is notified of it",
    load: async () => (await import('./commands/problem.js')).ignore,
  },
  {
    path: ["problem","list"],
    summary: "List causes of failed builds, last seen first",
    load: async () => (await import('./commands/problem.js')).list,
  },
  {
    path: ["problem","mark"],
    summary: "Mark a problem as known, flaky or a fault of the infrastructure",
    load: async () => (await import('./commands/problem.js')).mark,
  },
  {
    path: ["problem","reopen"],
    summary: "Reopen a resolved or ignored problem",
    load: async () => (await import('./commands/problem.js')).reopen,
  },
  {
    path: ["problem","resolve"],
    summary: "Resolve a problem",
    load: async () => (await import('./commands/problem.js')).resolve,
  },
  {
    path: ["problem","snooze"],
    summary: "Snooze a problem, so that it sends no messages for a while",
    load: async () => (await import('./commands/problem.js')).snooze,
  },
  {
    path: ["problem","take"],
    summary: "Take a problem, so that others know that you take care of it",
    load: async () => (await import('./commands/problem.js')).take,
  },
  {
    path: ["problem","view"],
    summary: "Show a cause of failed builds, with the builds it made fail",
    load: async () => (await import('./commands/problem.js')).view,
  },
  {
    path: ["problem","wake"],
    summary: "End the snooze of a problem",
    load: async () => (await import('./commands/problem.js')).wake,
  },
  {
    path: ["project","list"],
    summary: "List the projects of every account you belong to",
    load: async () => (await import('./commands/project.js')).list,
  },
  {
    path: ["project","use"],
    summary: "Remember a project for this folder and everything below it",
    load: async () => (await import('./commands/project.js')).use,
  },
  {
    path: ["project","view"],
    summary: "Show a project",
    load: async () => (await import('./commands/project.js')).view,
  },
  {
    path: ["reference","list"],
    summary: "List tracker items that tasks and changes mention, newest first",
    load: async () => (await import('./commands/reference.js')).list,
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
    path: ["report","log"],
    summary: "Upload the log of a build",
    load: async () => (await import('./commands/report/log.js')).command,
  },
  {
    path: ["report","outbox","drop"],
    summary: "Delete reports from the outbox without sending them",
    load: async () => (await import('./commands/report/outbox.js')).drop,
  },
  {
    path: ["report","outbox","list"],
    summary: "List reports that wait to be sent, oldest first",
    load: async () => (await import('./commands/report/outbox.js')).list,
  },
  {
    path: ["report","tests"],
    summary: "Report the results of tests",
    load: async () => (await import('./commands/report/tests.js')).command,
  },
  {
    path: ["run"],
    summary: "Run a build step and upload its output while it runs",
    load: async () => (await import('./commands/run.js')).command,
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
    load: async () => (await import('./commands/task.js')).create,
  },
  {
    path: ["task","edit"],
    summary: "Update a task",
    load: async () => (await import('./commands/task.js')).edit,
  },
  {
    path: ["task","list"],
    summary: "List tasks, newest first",
    load: async () => (await import('./commands/task.js')).list,
  },
  {
    path: ["task","view"],
    summary: "Show a task with its links",
    load: async () => (await import('./commands/task.js')).view,
  },
  {
    path: ["test","flaky"],
    summary: "List the tests that are known to be flaky",
    load: async () => (await import('./commands/test.js')).flaky,
  },
  {
    path: ["test","gate"],
    summary: "Let a build pass unless its tests keep it back",
    load: async () => (await import('./commands/test/gate.js')).command,
  },
  {
    path: ["test","list"],
    summary: "List the tests of a project, with their verdicts",
    load: async () => (await import('./commands/test.js')).list,
  },
  {
    path: ["test","mute"],
    summary: "Mute a test, so that its failures count nowhere",
    load: async () => (await import('./commands/test.js')).mute,
  },
  {
    path: ["test","unmute"],
    summary: "End the mute of a test",
    load: async () => (await import('./commands/test.js')).unmute,
  },
  {
    path: ["test","view"],
    summary: "Show a test with its verdict, history and failures",
    load: async () => (await import('./commands/test.js')).view,
  },
  {
    path: ["token","create"],
    summary: "Open the page that creates API tokens",
    load: async () => (await import('./commands/token.js')).create,
  },
  {
    path: ["token","list"],
    summary: "List your API tokens",
    load: async () => (await import('./commands/token.js')).list,
  },
  {
    path: ["token","revoke"],
    summary: "Revoke one of your API tokens",
    load: async () => (await import('./commands/token.js')).revoke,
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
