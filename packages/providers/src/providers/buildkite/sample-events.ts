import {
  buildRef,
  commitId,
  hexDigest,
  isoTime,
  type LifeCycle,
  loginOf,
  outcomeOf,
  type SampleDetails,
  type SampleEvent,
} from '../../sample-event.js';

const buildEvent = (name: string, state: string) => (details: SampleDetails) => {
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

export const sampleEvents: readonly SampleEvent[] = [
  { name: 'scheduled', summary: 'A build is queued', make: buildEvent('build.scheduled', 'scheduled') },
  { name: 'running', summary: 'A build starts', make: buildEvent('build.running', 'running') },
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
];

export const lifeCycle: LifeCycle = {
  weight: 3,
  choose: (random) => ['scheduled', 'running', outcomeOf(random, 'passed', 'failed')],
};
