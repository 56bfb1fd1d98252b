import type { Webhook } from '../webhook.js';
import { time } from '../webhook.js';
import {
  commit,
  deploymentCreated,
  deploymentStatus,
  issue,
  NO_COMMIT,
  pullRequest,
  push,
  sender,
  sha,
  workflowJob,
  workflowRun,
} from './github-payloads.js';

/** An issue and the pull request that closes it, followed by the push of the merge. */
export const pull = {
  issueOpened: issue('opened', { number: 7, minutes: 0 }),
  issueAssigned: issue('assigned', { number: 7, minutes: 1, assignee: sender, assignees: [sender] }),
  opened: pullRequest('opened', { number: 12, minutes: 5, draft: true }),
  ready: pullRequest('ready_for_review', { number: 12, minutes: 8 }),
  merged: pullRequest('closed', {
    number: 12,
    minutes: 20,
    state: 'closed',
    merged: true,
    merged_at: time(20),
    merge_commit_sha: sha('merge'),
  }),
  pushed: push({
    before: sha('base'),
    after: sha('merge'),
    minutes: 20,
    commits: [
      commit('merge', {
        message: 'Turn the tide (#12)\n\nCloses https://github.com/tidewright/undertow/issues/7',
        minutes: 20,
        modified: ['Content/Water/M_Tide.uasset'],
      }),
    ],
  }),
  issueClosed: issue('closed', {
    number: 7,
    minutes: 21,
    state: 'closed',
    state_reason: 'completed',
    assignee: sender,
    assignees: [sender],
  }),
} satisfies Record<string, Webhook>;

/** A failed Actions run, and its second attempt, which is deployed. */
export const run = {
  requested: workflowRun('requested', { status: 'queued', minutes: 0 }),
  inProgress: workflowRun('in_progress', { status: 'in_progress', minutes: 1 }),
  jobStarted: workflowJob({ name: 'cook (win64)', status: 'in_progress', startedAt: 1 }),
  jobFailed: workflowJob({
    name: 'cook (win64)',
    status: 'completed',
    conclusion: 'failure',
    startedAt: 1,
    completedAt: 9,
  }),
  failed: workflowRun('completed', { status: 'completed', conclusion: 'failure', minutes: 10 }),
  again: workflowRun('requested', { status: 'queued', attempt: 2, minutes: 15, startedAt: 15 }),
  jobPassed: workflowJob({
    name: 'cook (win64)',
    status: 'completed',
    conclusion: 'success',
    attempt: 2,
    startedAt: 16,
    completedAt: 24,
  }),
  passed: workflowRun('completed', {
    status: 'completed',
    conclusion: 'success',
    attempt: 2,
    minutes: 25,
    startedAt: 15,
  }),
  deployment: deploymentCreated,
  deploying: deploymentStatus('in_progress', 31),
  deployed: deploymentStatus('success', 35),
} satisfies Record<string, Webhook>;

const first = commit('first', { minutes: 1, added: ['Content/UI/T_Logo.png', 'README.md'] });
const second = commit('second', { minutes: 2, modified: ['README.md'] });
const third = commit('third', { minutes: 3, added: ['Source/Tide.cpp'] });
const rewritten = commit('rewritten', { minutes: 6, modified: ['README.md'] });

/** A branch that is pushed to, and then rewritten after its first commit. */
export const rewrite = {
  created: push({ before: NO_COMMIT, after: first.id, commits: [first], minutes: 1 }),
  grown: push({ before: first.id, after: third.id, commits: [second, third], minutes: 4 }),
  forced: push({ before: third.id, after: rewritten.id, commits: [rewritten], forced: true, minutes: 7 }),
} satisfies Record<string, Webhook>;
