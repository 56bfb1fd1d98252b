import { createHash, randomUUID } from 'node:crypto';
import { millis, time, timeWithOffset, type Webhook } from '../webhook.js';

export const NO_COMMIT = '0'.repeat(40);
const FULL_NAME = 'tidewright/undertow';
const PAGE = `https://github.com/${FULL_NAME}`;

/** The SHA of a named commit. */
export function sha(name: string): string {
  return createHash('sha1').update(name).digest('hex');
}

const repository = {
  id: 35_129_377,
  node_id: 'MDEwOlJlcG9zaXRvcnkzNTEyOTM3Nw==',
  name: 'undertow',
  full_name: FULL_NAME,
  private: true,
  owner: { name: 'tidewright', login: 'tidewright', id: 6_752_317, type: 'Organization' },
  html_url: PAGE,
  default_branch: 'main',
};
export const sender = { login: 'mira-ok', id: 583_231, type: 'User', html_url: 'https://github.com/mira-ok' };

/** A GitHub delivery; a redelivery has the same id. */
export function github(event: string, body: object): Webhook {
  return {
    endpoint: 'github',
    headers: {
      'user-agent': 'GitHub-Hookshot/044aadd',
      'x-github-event': event,
      'x-github-delivery': randomUUID(),
      'x-github-hook-id': '292430182',
    },
    body: { repository, sender, ...body },
  };
}

interface CommitFields {
  readonly message?: string;
  readonly minutes?: number;
  readonly author?: object;
  readonly added?: readonly string[];
  readonly removed?: readonly string[];
  readonly modified?: readonly string[];
}

const author = { name: 'Mira Okafor', email: 'mira@tidewright.example.com', username: 'mira-ok' };

/** A commit as it appears in pushes. */
export function commit(name: string, { message = name, minutes = 0, ...fields }: CommitFields = {}) {
  const id = sha(name);
  return {
    id,
    tree_id: sha(`${name} tree`),
    distinct: true,
    message,
    timestamp: timeWithOffset(minutes, 2),
    url: `${PAGE}/commit/${id}`,
    author,
    committer: { name: 'GitHub', email: 'noreply@github.example.com', username: 'web-flow' },
    added: [],
    removed: [],
    modified: [],
    ...fields,
  };
}

interface PushFields {
  readonly ref?: string;
  readonly before: string;
  readonly after: string;
  readonly commits?: readonly ReturnType<typeof commit>[];
  readonly head?: ReturnType<typeof commit> | null;
  readonly forced?: boolean;
  readonly minutes?: number;
}

/** A push; `created` and `deleted` are derived from `before` and `after`. */
export function push({ commits = [], minutes = 0, ...fields }: PushFields): Webhook {
  const { ref = 'refs/heads/main', before, after, forced = false, head = commits.at(-1) ?? null } = fields;
  return github('push', {
    ref,
    before,
    after,
    created: before === NO_COMMIT,
    deleted: after === NO_COMMIT,
    forced,
    base_ref: null,
    compare: `${PAGE}/compare/${before.slice(0, 12)}...${after.slice(0, 12)}`,
    commits,
    head_commit: head,
    pusher: { name: 'mira-ok', email: 'mira@tidewright.example.com' },
    repository: { ...repository, created_at: millis(-1000) / 1000, pushed_at: millis(minutes) / 1000 },
  });
}

interface Item {
  readonly number: number;
  readonly minutes: number;
  readonly [field: string]: unknown;
}

export function issue(action: string, { number, minutes, ...fields }: Item): Webhook {
  const about = { id: 73_464_126, number, html_url: `${PAGE}/issues/${number}`, user: sender };
  const state = { title: 'Tide runs backwards', state: 'open', state_reason: null, assignee: null, assignees: [] };
  return github('issues', { action, issue: { ...about, ...state, updated_at: time(minutes), ...fields } });
}

export function pullRequest(action: string, { number, minutes, ...fields }: Item): Webhook {
  const about = {
    id: 191_568_743,
    number,
    html_url: `${PAGE}/pull/${number}`,
    user: sender,
    head: { ref: 'tide', sha: sha('head') },
    base: { ref: 'main', sha: sha('base') },
  };
  const state = {
    title: 'Turn the tide',
    state: 'open',
    draft: false,
    merged: false,
    merged_at: null,
    merge_commit_sha: sha('trial merge'),
    assignee: null,
    assignees: [],
  };
  return github('pull_request', {
    action,
    number,
    pull_request: { ...about, ...state, updated_at: time(minutes), ...fields },
  });
}

interface Run {
  readonly status: string;
  readonly conclusion?: string;
  readonly attempt?: number;
  readonly minutes: number;
  readonly startedAt?: number;
}

const RUN_ID = 30_433_642;

export function workflowRun(
  action: string,
  { status, conclusion, attempt = 1, minutes, startedAt = 0 }: Run,
): Webhook {
  const head = commit('run', { message: 'Run me, mail qa@tidewright.example.com', minutes: -2 });
  const { id, tree_id, message, timestamp, committer } = head;
  return github('workflow_run', {
    action,
    workflow: { id: 159_038, name: 'Nightly', path: '.github/workflows/nightly.yml', state: 'active' },
    workflow_run: {
      id: RUN_ID,
      name: 'Nightly',
      display_title: 'Run me',
      path: '.github/workflows/nightly.yml@main',
      run_number: 562,
      run_attempt: attempt,
      event: 'push',
      status,
      conclusion: conclusion ?? null,
      head_branch: 'main',
      head_sha: id,
      head_commit: {
        id,
        tree_id,
        message,
        timestamp,
        author: { name: author.name, email: author.email },
        committer,
      },
      html_url: `${PAGE}/actions/runs/${RUN_ID}`,
      created_at: time(0),
      run_started_at: time(startedAt),
      updated_at: time(minutes),
      actor: sender,
      triggering_actor: sender,
    },
  });
}

interface Job {
  readonly name: string;
  readonly status: string;
  readonly conclusion?: string;
  readonly attempt?: number;
  readonly startedAt: number;
  readonly completedAt?: number;
}

export function workflowJob({ name, status, conclusion, attempt = 1, startedAt, completedAt }: Job): Webhook {
  const failed = conclusion === 'failure';
  return github('workflow_job', {
    action: status,
    workflow_job: {
      id: 399_444_496,
      run_id: RUN_ID,
      run_attempt: attempt,
      run_url: `https://api.github.com/repos/${FULL_NAME}/actions/runs/${RUN_ID}`,
      name,
      status,
      conclusion: conclusion ?? null,
      started_at: time(startedAt),
      completed_at: completedAt === undefined ? null : time(completedAt),
      steps: [{ name: 'Cook', status, conclusion: failed ? 'failure' : null, number: 1 }],
      workflow_name: 'Nightly',
      head_branch: 'main',
    },
  });
}

const deployed = {
  id: 145_988_746,
  sha: sha('run'),
  ref: 'main',
  task: 'deploy',
  payload: {},
  environment: 'steam',
  original_environment: 'steam',
  description: null,
  creator: sender,
  created_at: time(30),
};

export const deploymentCreated = github('deployment', { action: 'created', deployment: deployed });

export function deploymentStatus(state: string, minutes: number): Webhook {
  const status = { id: minutes, state, description: '', environment: 'steam', created_at: time(minutes) };
  return github('deployment_status', {
    action: 'created',
    deployment: deployed,
    deployment_status: { ...status, updated_at: time(minutes) },
  });
}
