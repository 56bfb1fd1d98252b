import {
  buildRef,
  commitId,
  isoTime,
  type LifeCycle,
  outcomeOf,
  type SampleDetails,
  type SampleEvent,
} from '../../sample-event.js';
import { DELIVERY_HEADER } from '../../shared/delivery-header.js';

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

/** The Notification plugin's body, which is the only signed event of Jenkins. */
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

export const sampleEvents: readonly SampleEvent[] = [
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

export const lifeCycle: LifeCycle = {
  weight: 4,
  choose: (random) => ['started', outcomeOf(random, 'success', 'failure')],
};
