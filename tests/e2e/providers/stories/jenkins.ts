import { millis, time, type Webhook } from '../webhook.js';

const report = {
  job_name: 'Undertow-Win64-Shipping',
  build_number: 812,
  build_url: 'https://ci:hunter2@jenkins.example.com/job/Undertow-Win64-Shipping/812/',
  changelist: '48213',
  branch: '//undertow/main',
};

export const LOG = [
  'LogCook: Display: Cooked packages 812 Packages Remain 3 Total 815',
  'Source/Undertow/Tide.cpp(40): error C2065: mail ana.sousa@contract.example.com about this',
  'BUILD FAILED',
];

/** A build reported by a script: queued, building, failed with the end of its log. */
export const flatReports = {
  queued: { endpoint: 'ci', body: { ...report, status: 'QUEUED' } },
  started: {
    endpoint: 'jenkins',
    body: { ...report, status: 'STARTED', started_at: time(0), build_type: 'unreal', target_type: 'Shipping' },
  },
  failed: {
    endpoint: 'ci',
    body: {
      ...report,
      build_number: '812',
      status: 'FAILURE',
      finished_at: time(42),
      logs_tail: LOG.join('\n'),
      artifacts: [
        { name: 'Undertow-Win64.log', size_bytes: 351_735, url: 'https://jenkins.example.com/812/Undertow.log' },
      ],
    },
  },
} satisfies Record<string, Webhook>;

const job = { name: 'main', display_name: 'main', url: 'job/undertow/job/main/' };
const build = {
  full_url: 'https://jenkins.example.com/job/undertow/job/main/77/',
  number: 77,
  queue_id: 4012,
  url: 'job/undertow/job/main/77/',
  scm: {
    url: 'https://github.com/tidewright/undertow.git',
    branch: 'origin/main',
    commit: '5f2a6c1d9b8e7f60718293a4b5c6d7e8f9012345',
    changes: [],
    culprits: [],
  },
  log: '',
  notes: '',
  artifacts: {},
};

function phase(name: string, at: number, fields: object = {}, endpoint = 'jenkins/build_notification'): Webhook {
  return { endpoint, body: { ...job, build: { ...build, phase: name, timestamp: at, duration: 0, ...fields } } };
}

const outcome = {
  status: 'SUCCESS',
  duration: 30 * 60_000,
  test_summary: { total: 214, failed: 0, passed: 210, skipped: 4, failed_tests: [] },
  artifacts: { 'out/Undertow.zip': { archive: `${build.full_url}artifact/out/Undertow.zip` } },
};

/** What the Notification plugin sends during a build in a folder. */
export const notifications = {
  queued: phase('QUEUED', millis(-1)),
  started: phase('STARTED', millis(0)),
  completed: phase('COMPLETED', millis(30), outcome, 'ci/build_notification'),
  finalized: phase('FINALIZED', millis(31), { ...outcome, log: 'Finished: SUCCESS' }),
} satisfies Record<string, Webhook>;

/** A request to build a commit. */
export const triggers = {
  commit: {
    endpoint: 'jenkins/commit_trigger',
    body: {
      commit: '9d3e2f10ab54cd6677889900aabbccddeeff0011',
      branch: 'main',
      job_name: 'Undertow-Nightly',
      author: 'Ana Sousa <ana.sousa@contract.example.com>',
      message: 'Fix tide jitter\n\nReported-by: qa-lead@tidewright.example.com',
      timestamp: time(3),
    },
  },
  changelist: {
    endpoint: 'ci/commit_trigger',
    body: { changelist: 48_219, author: 'asousa', timestamp: time(4) },
  },
} satisfies Record<string, Webhook>;
