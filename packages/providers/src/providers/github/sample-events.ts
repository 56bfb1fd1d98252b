import {
  buildRef,
  commitId,
  emailOf,
  hexDigest,
  isoTime,
  type LifeCycle,
  loginOf,
  type SampleDetails,
  type SampleEvent,
} from '../../sample-event.js';

const SHORT_SHA = 8;

const repositoryOf = ({ reported }: SampleDetails) => {
  const fullName = reported?.repository ?? 'harbor-games/harbor';
  return { id: 781_204_411, name: fullName.split('/').at(-1), full_name: fullName };
};

/** GitHub reports a move as a removed and an added path, and omits the lists of pushes with very many files. */
function filesOf({ file, reported }: SampleDetails) {
  const files = reported?.files === undefined ? [{ path: file, action: 'edit' }] : reported.files;
  if (files === null) return {};
  const pathsOf = (action: string) => files.filter((touched) => touched.action === action).map(({ path }) => path);
  return { added: pathsOf('add'), removed: pathsOf('delete'), modified: pathsOf('edit') };
}

function push(details: SampleDetails) {
  const id = commitId(details);
  const repository = repositoryOf(details);
  const {
    branch = 'main',
    before = hexDigest(`before ${id}`).slice(0, 40),
    isForced = false,
  } = details.reported ?? {};
  const person = { name: details.author, email: emailOf(details) };
  const commit = {
    id,
    distinct: true,
    message: details.title,
    timestamp: isoTime(details.now),
    url: `https://github.com/${repository.full_name}/commit/${id}`,
    author: { ...person, username: loginOf(details) },
    committer: person,
    ...filesOf(details),
  };
  return {
    path: 'github',
    headers: { 'x-github-event': 'push', 'x-github-delivery': details.id },
    body: {
      ref: `refs/heads/${branch}`,
      before,
      after: id,
      repository,
      pusher: person,
      sender: { login: loginOf(details), id: 51_120_377, type: 'User' },
      created: false,
      deleted: false,
      forced: isForced,
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
      html_url: `https://github.com/${repositoryOf(details).full_name}/actions/runs/${details.number}`,
      created_at: isoTime(details.startedAt),
      run_started_at: isoTime(details.startedAt),
      updated_at: isoTime(details.now),
      actor: { login: loginOf(details), id: 51_120_377 },
    },
    workflow: { id: 1, name: details.job, path: `.github/workflows/${details.job}.yml` },
    repository: repositoryOf(details),
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
