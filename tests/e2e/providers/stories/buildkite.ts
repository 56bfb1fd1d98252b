import { time, type Webhook } from '../webhook.js';

const pipeline = { id: '0190-p', slug: 'undertow-client', name: 'Undertow client', provider: { id: 'github' } };
const sender = { id: '0190-s', name: 'Mira Okafor' };
const base = {
  id: '01907c3e-1f2a-4c1b-9d2e-3f4a5b6c7d8e',
  graphql_id: 'QnVpbGQtLS0=',
  url: 'https://api.buildkite.com/v2/organizations/tidewright/pipelines/undertow-client/builds/1931',
  web_url: 'https://buildkite.com/tidewright/undertow-client/builds/1931',
  number: 1931,
  blocked: false,
  message: 'Let the tide turn',
  commit: '0b7c9e1f2d3a4b5c6d7e8f901a2b3c4d5e6f7081',
  branch: 'main',
  tag: null,
  source: 'webhook',
  creator: { id: '0190-c', name: 'Mira Okafor', email: 'mira@tidewright.example.com' },
  created_at: time(0),
  scheduled_at: time(0),
  started_at: null,
  finished_at: null,
  meta_data: {},
  pull_request: null,
};

function event(name: string, build: object, job?: object): Webhook {
  const body = { event: name, build: { ...base, ...build }, ...(job && { job }), pipeline, sender };
  return { endpoint: 'buildkite', headers: { 'x-buildkite-event': name }, body };
}

const script = { type: 'script', agent: null, soft_failed: false };
const compile = { ...script, id: 'job-1', name: ':hammer: compile', step_key: 'compile' };
const test = { ...script, id: 'job-2', name: 'test', parallel_group_index: 0, parallel_group_total: 2 };
const running = { state: 'running', started_at: time(2) };

/** A build that waits for an approval, continues, and fails in its tests. */
export const build = {
  scheduled: event('build.scheduled', { state: 'scheduled' }),
  running: event('build.running', running),
  compileStarted: event('job.started', running, { ...compile, state: 'running', started_at: time(2) }),
  compiled: event('job.finished', running, {
    ...compile,
    state: 'passed',
    exit_status: 0,
    started_at: time(2),
    finished_at: time(12),
  }),
  blocked: event('build.finished', { ...running, state: 'passed', blocked: true, finished_at: time(13) }),
  testStarted: event('job.started', running, { ...test, state: 'running', started_at: time(20) }),
  failing: event('build.failing', { ...running, state: 'failing' }),
  tested: event(
    'job.finished',
    { ...running, state: 'failing' },
    {
      ...test,
      state: 'failed',
      exit_status: 1,
      started_at: time(20),
      finished_at: time(29),
    },
  ),
  failed: event('build.finished', { ...running, state: 'failed', finished_at: time(30) }),
} satisfies Record<string, Webhook>;

/** A failed build whose people are text instead of objects. */
export const textAuthor = event('build.finished', {
  ...running,
  state: 'failed',
  finished_at: time(30),
  author: 'Mira Okafor',
  creator: 'mira',
});

const first = { ...compile, state: 'failed', exit_status: 255, started_at: time(2), finished_at: time(4) };
const again = {
  ...compile,
  id: 'job-3',
  state: 'passed',
  exit_status: 0,
  started_at: time(5),
  finished_at: time(9),
};
const target = { ...script, name: 'Build', started_at: time(2), finished_at: time(6) };

/** A job that an agent lost and whose retry passed. */
export const retried = [event('job.finished', running, first), event('job.finished', running, again)];

/** Two jobs with the same name. */
export const sameNamed = [
  event('job.finished', running, { ...target, step_key: 'build-win', state: 'failed', exit_status: 1 }),
  event('job.finished', running, { ...target, step_key: 'build-mac', state: 'passed', exit_status: 0 }),
];
