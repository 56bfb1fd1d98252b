import { defineProvider, on } from '../../define-provider.js';
import { dropLog, trimLog } from '../../shared/build-log.js';
import { timestampedHmac } from '../../signatures/timestamped-hmac.js';
import { BuildEvent, buildChanged } from './build-events.js';
import { JobEvent, JobLog, jobChanged, jobLogSent } from './job-events.js';
import { lifeCycle, sampleEvents } from './sample-events.js';
import { setup } from './setup.js';
import { testEvent } from './test-event.js';

const signature = { header: 'x-buildkite-signature' } as const;

const SWITCH_TO_SIGNATURES =
  'This webhook sends its token as plain text (X-Buildkite-Token). Switch its token setting in Buildkite to ' +
  'X-Buildkite-Signature, so that requests are signed.';

export const provider = defineProvider({
  id: 'buildkite',
  setup,
  docs: 'https://buildkite.com/docs/apis/webhooks/pipelines',
  endpoints: [
    { path: 'buildkite' },
    // An agent's hook sends it, with nothing but curl. It cannot change the state of a build.
    {
      path: 'buildkite/job_log',
      event: 'job_log',
      signature: timestampedHmac({ ...signature, checked: 'if_sent' }),
      example: { pipeline: 'harbor', build_number: 1848, log: 'error C2065: undeclared identifier' },
    },
  ],
  verifiable: true,
  tokenPlaces: ['x-service-token'],
  acceptStatus: 200,
  signature: timestampedHmac({
    ...signature,
    checked: 'always',
    hint: ({ headers }) => (headers['x-buildkite-token'] === undefined ? null : SWITCH_TO_SIGNATURES),
  }),
  trim: trimLog,
  withoutLog: dropLog,
  storedHeaders: ['x-buildkite-event'],
  deliveryId: () => null,
  eventSource: 'the X-Buildkite-Event header or event',
  eventName: ({ headers, payload }) =>
    headers['x-buildkite-event'] ?? (typeof payload.event === 'string' ? payload.event : null),
  events: {
    'build.scheduled': on(BuildEvent, buildChanged),
    'build.running': on(BuildEvent, buildChanged),
    'build.failing': on(BuildEvent, buildChanged),
    'build.finished': on(BuildEvent, buildChanged),
    'build.skipped': on(BuildEvent, buildChanged),
    'job.started': on(JobEvent, jobChanged),
    'job.finished': on(JobEvent, jobChanged),
    job_log: on(JobLog, jobLogSent),
  },
  ignored: [
    'ping',
    'job.scheduled',
    'job.activated',
    'job.promised_exit_status',
    'agent.connected',
    'agent.lost',
    'agent.disconnected',
    'agent.stopping',
    'agent.stopped',
    'agent.blocked',
    'cluster_token.registration_blocked',
  ],
  testEvent,
  sampleEvents,
  lifeCycle,
});
