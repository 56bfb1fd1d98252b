import { DELIVERY_HEADER } from '../shared/delivery-header.js';
import { commitId, hexDigest, isoTime, loginOf, type SampleDetails, type SampleEvent } from './sample-event.js';

const SHORT_SHA = 8;
const repository = { id: 781_204_411, name: 'harbor', full_name: 'harbor-games/harbor' };

function push(details: SampleDetails) {
  const id = commitId(details);
  const person = { name: details.author, email: `${loginOf(details)}@example.com` };
  const commit = {
    id,
    distinct: true,
    message: details.title,
    timestamp: isoTime(details.now),
    url: `https://github.com/${repository.full_name}/commit/${id}`,
    author: { ...person, username: loginOf(details) },
    committer: person,
    added: [],
    removed: [],
    modified: [details.file],
  };
  return {
    path: 'github',
    headers: { 'x-github-event': 'push', 'x-github-delivery': details.id },
    body: {
      ref: 'refs/heads/main',
      before: hexDigest(`before ${id}`).slice(0, 40),
      after: id,
      repository,
      pusher: person,
      sender: { login: loginOf(details), id: 51_120_377, type: 'User' },
      created: false,
      deleted: false,
      forced: false,
      commits: [commit],
      head_commit: commit,
    },
  };
}

const workflowRun = (conclusion: string) => (details: SampleDetails) => ({
  path: 'github',
  headers: { 'x-github-event': 'workflow_run', 'x-github-delivery': details.id },
  body: {
    action: 'completed',
    workflow_run: {
      id: details.number,
      name: details.job,
      display_title: details.title,
      run_number: details.number,
      run_attempt: 1,
      status: 'completed',
      conclusion,
      head_sha: commitId(details),
      head_branch: 'main',
      html_url: `https://github.com/${repository.full_name}/actions/runs/${details.number}`,
      created_at: isoTime(details.startedAt),
      run_started_at: isoTime(details.startedAt),
      updated_at: isoTime(details.now),
      actor: { login: loginOf(details), id: 51_120_377 },
    },
    workflow: { id: 1, name: details.job, path: `.github/workflows/${details.job}.yml` },
    repository,
    sender: { login: loginOf(details), id: 51_120_377, type: 'User' },
  },
});

const workflowRef = ({ job, number }: SampleDetails) => `${job} #${number}`;

export const github: readonly SampleEvent[] = [
  {
    name: 'push',
    summary: 'A commit is pushed to main',
    make: push,
    feedRef: (details) => commitId(details).slice(0, SHORT_SHA),
  },
  {
    name: 'workflow_passed',
    summary: 'A workflow run succeeds',
    make: workflowRun('success'),
    feedRef: workflowRef,
  },
  {
    name: 'workflow_failed',
    summary: 'A workflow run fails',
    make: workflowRun('failure'),
    feedRef: workflowRef,
  },
];

export const perforce: readonly SampleEvent[] = [
  {
    name: 'submit',
    summary: 'A changelist is submitted',
    make: (details) => ({
      path: 'perforce',
      headers: { [DELIVERY_HEADER]: details.id },
      body: {
        changelist: details.number,
        timestamp: isoTime(details.now),
        user: loginOf(details),
        client: `${loginOf(details)}-ws`,
        description: details.title,
        stream: '//harbor/main',
        files: [{ path: `//harbor/main/${details.file}`, action: 'edit' }],
      },
    }),
    feedRef: ({ number }) => `CL ${number}`,
  },
];

export const lore: readonly SampleEvent[] = [
  {
    name: 'push',
    summary: 'A revision is pushed',
    make: (details) => ({
      path: 'lore',
      headers: { [DELIVERY_HEADER]: details.id },
      body: {
        revision: hexDigest(details.subject),
        revision_number: details.number,
        branch: 'main',
        repository: 'harbor',
        author: details.author,
        message: details.title,
        timestamp: isoTime(details.now),
        files: [{ path: details.file, action: 'add' }],
      },
    }),
    feedRef: ({ number }) => `r${number}`,
  },
];

export const diversion: readonly SampleEvent[] = [
  {
    name: 'commit',
    summary: 'A commit is created',
    make: (details) => ({
      path: 'diversion',
      headers: { 'webhook-id': `msg_${details.id}` },
      body: {
        event: 'commit_created',
        repo_id: 'dv.repo.5f0c2a9e',
        commit_id: `dv.commit.${details.number}`,
        commit_message: details.title,
        created_ts: Math.floor(details.now / 1000),
        branch_id: 'dv.branch.1',
        branch_name: 'main',
        author: { id: 'dv.user.b7d1', full_name: details.author },
        files: [{ path: details.file, action: 'edit' }],
      },
    }),
    feedRef: ({ number }) => `dv.commit.${number}`,
  },
];
