import {
  buildRef,
  commitId,
  hexDigest,
  isoTime,
  type LifeCycle,
  loginOf,
  type SampleDetails,
  type SampleEvent,
} from '../../sample-event.js';

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

export const sampleEvents: readonly SampleEvent[] = [
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
    feedRef: buildRef,
  },
  {
    name: 'workflow_failed',
    summary: 'A workflow run fails',
    make: workflowRun('failure'),
    feedRef: buildRef,
  },
];

export const lifeCycle: LifeCycle = { weight: 2, choose: () => ['push'] };
