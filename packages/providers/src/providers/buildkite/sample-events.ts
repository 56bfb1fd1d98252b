import {
  buildRef,
  commitId,
  emailOf,
  hexDigest,
  isoTime,
  type LifeCycle,
  outcomeOf,
  type SampleDetails,
  type SampleEvent,
} from '../../sample-event.js';

const buildEvent = (name: string, state: string) => (details: SampleDetails) => {
  const { job, number, author, now, startedAt, reported = {} } = details;
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
        branch: reported.branch ?? 'main',
        source: 'webhook',
        web_url: reported.buildUrl ?? `https://buildkite.com/harbor-games/${job}/builds/${number}`,
        creator: { name: author, email: emailOf(details) },
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

/** A job runs from the start to the time of its event. */
function jobFinished(details: SampleDetails) {
  const { step = ':unreal: Cook', hasFailed = false } = details.reported ?? {};
  const { path, body } = buildEvent('job.finished', 'running')(details);
  const job = {
    id: details.id,
    type: 'script',
    name: step,
    state: hasFailed ? 'failed' : 'passed',
    exit_status: hasFailed ? 1 : 0,
    started_at: isoTime(details.startedAt),
    finished_at: isoTime(details.now),
  };
  return { path, headers: { 'x-buildkite-event': 'job.finished' }, body: Object.assign(body, { job }) };
}

/** Webhooks contain no logs, so a hook of the agent sends them. */
const jobLog = ({ job, number, log, reported }: SampleDetails) => ({
  path: 'buildkite/job_log',
  body: { pipeline: job, build_number: number, exit_status: reported?.hasFailed === false ? 0 : 1, log },
});

export const sampleEvents: readonly SampleEvent[] = [
  { name: 'scheduled', summary: 'A build is queued', make: buildEvent('build.scheduled', 'scheduled') },
  { name: 'running', summary: 'A build starts', make: buildEvent('build.running', 'running') },
  { name: 'job', summary: 'A job of a build passes', make: jobFinished },
  { name: 'log', summary: "An agent's hook sends the log of a failed job", make: jobLog },
  {
    name: 'passed',
    summary: 'A build passes',
    make: buildEvent('build.finished', 'passed'),
    feedRef: buildRef,
  },
  {
    name: 'failed',
    summary: 'A build fails',
    make: buildEvent('build.finished', 'failed'),
    feedRef: buildRef,
  },
  { name: 'canceled', summary: 'A build is canceled', make: buildEvent('build.finished', 'canceled') },
];

export const lifeCycle: LifeCycle = {
  weight: 3,
  choose: (random) => ['scheduled', 'running', outcomeOf(random, 'passed', 'failed')],
};
