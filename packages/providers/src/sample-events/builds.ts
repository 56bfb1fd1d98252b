import { DELIVERY_HEADER } from '../shared/delivery-header.js';
import { commitId, hexDigest, isoTime, loginOf, type SampleDetails, type SampleEvent } from './sample-event.js';

const buildRef = ({ job, number }: SampleDetails) => `${job} #${number}`;

const flatReport = (status: string) => (details: SampleDetails) => ({
  path: 'ci',
  headers: { [DELIVERY_HEADER]: details.id },
  body: {
    job_name: details.job,
    build_number: details.number,
    status,
    build_url: `https://ci.example.com/job/${details.job}/${details.number}/`,
    commit: commitId(details),
    branch: 'main',
    started_at: isoTime(details.startedAt),
    ...(status === 'STARTED' ? {} : { finished_at: isoTime(details.now) }),
    ...(status === 'FAILURE' ? { logs_tail: details.log } : {}),
  },
});

/** The Notification plugin's body: the one event of Jenkins that is signed. */
function notification(details: SampleDetails) {
  const { job, number, now, startedAt } = details;
  const url = `job/${job}/${number}/`;
  return {
    path: 'jenkins/build_notification',
    body: {
      name: job,
      display_name: job,
      url: `job/${job}/`,
      build: {
        full_url: `https://ci.example.com/${url}`,
        number,
        phase: 'COMPLETED',
        status: 'SUCCESS',
        timestamp: now,
        duration: now - startedAt,
        url,
        scm: { branch: 'origin/main', commit: commitId(details) },
        log: '',
        artifacts: {},
      },
    },
  };
}

export const jenkins: readonly SampleEvent[] = [
  { name: 'started', summary: 'A build starts', make: flatReport('STARTED') },
  { name: 'success', summary: 'A build succeeds', make: flatReport('SUCCESS'), feedRef: buildRef },
  { name: 'failure', summary: 'A build fails, with its log', make: flatReport('FAILURE'), feedRef: buildRef },
  {
    name: 'notification',
    summary: 'The Notification plugin reports a success; needs the secret',
    make: notification,
    feedRef: buildRef,
  },
];

const buildkiteBuild = (name: string, state: string) => (details: SampleDetails) => {
  const { job, number, author, now, startedAt } = details;
  const isOver = name === 'build.finished';
  return {
    path: 'buildkite',
    headers: { 'x-buildkite-event': name },
    body: {
      event: name,
      build: {
        id: details.subject,
        number,
        state,
        blocked: false,
        message: details.title,
        commit: commitId(details),
        branch: 'main',
        source: 'webhook',
        web_url: `https://buildkite.com/harbor-games/${job}/builds/${number}`,
        creator: { name: author, email: `${loginOf(details)}@example.com` },
        created_at: isoTime(startedAt),
        scheduled_at: isoTime(startedAt),
        started_at: state === 'scheduled' ? null : isoTime(startedAt),
        finished_at: isOver ? isoTime(now) : null,
      },
      pipeline: { id: hexDigest(job).slice(0, 32), slug: job, name: job },
      sender: { id: details.subject, name: author },
    },
  };
};

export const buildkite: readonly SampleEvent[] = [
  { name: 'scheduled', summary: 'A build is queued', make: buildkiteBuild('build.scheduled', 'scheduled') },
  { name: 'running', summary: 'A build starts', make: buildkiteBuild('build.running', 'running') },
  {
    name: 'passed',
    summary: 'A build passes',
    make: buildkiteBuild('build.finished', 'passed'),
    feedRef: buildRef,
  },
  {
    name: 'failed',
    summary: 'A build fails',
    make: buildkiteBuild('build.finished', 'failed'),
    feedRef: buildRef,
  },
];

const enginePhase =
  (event: string, extra: (details: SampleDetails) => Readonly<Record<string, unknown>> = () => ({})) =>
  (details: SampleDetails) => ({
    path: `game_engine/${event}`,
    headers: { [DELIVERY_HEADER]: details.id },
    body: {
      build_number: details.number,
      job_name: details.job,
      engine: 'unreal',
      target_type: 'shipping',
      platform: 'Win64',
      commit: commitId(details),
      timestamp: isoTime(details.now),
      ...extra(details),
    },
  });

const cooked = (details: SampleDetails) => ({
  path: details.file,
  content_hash: hexDigest(details.id),
  size_bytes: 1_048_576,
});

export const gameEngine: readonly SampleEvent[] = [
  { name: 'cooking_started', summary: 'Cooking starts', make: enginePhase('cooking_started') },
  { name: 'shaders_started', summary: 'Shader compilation starts', make: enginePhase('shaders_started') },
  { name: 'shaders_completed', summary: 'Shader compilation ends', make: enginePhase('shaders_completed') },
  { name: 'asset_cooked', summary: 'An asset is cooked', make: enginePhase('asset_cooked', cooked) },
  { name: 'packaging_started', summary: 'Packaging starts', make: enginePhase('packaging_started') },
  {
    name: 'build_completed',
    summary: 'The build is finished',
    make: enginePhase('build_completed'),
    feedRef: buildRef,
  },
  {
    name: 'build_failed',
    summary: 'The build fails, with its log',
    make: enginePhase('build_failed', ({ log }) => ({ log })),
    feedRef: buildRef,
  },
];
