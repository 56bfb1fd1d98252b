import { defineProvider, on } from '../../define-provider.js';
import { dropLog, trimLog } from '../../shared/build-log.js';
import { deliveryHeader } from '../../shared/delivery-header.js';
import { hmac } from '../../signatures/hmac.js';
import { CommitTrigger, commitTriggered } from './commit-trigger.js';
import { buildReported, FlatReport } from './flat-report.js';
import { Notification, phaseNotified } from './notification.js';
import { buildPolled, PolledBuild } from './polled-build.js';
import { lifeCycle, sampleEvents } from './sample-events.js';
import { setup } from './setup.js';
import { testEvent } from './test-event.js';

type Payload = Readonly<Record<string, unknown>>;

const signature = { header: 'x-jenkins-signature', prefix: 'sha256=' } as const;
const always = hmac({ ...signature, checked: 'always' });
/** Most reports come from one line of shell, so an integration has to require their signatures. */
const ifSent = hmac({ ...signature, checked: 'if_sent' });

/** The same endpoints serve Jenkins and any other CI system. */
const endpoints = ['jenkins', 'ci'].flatMap((path) => [
  { path, signature: ifSent },
  { path: `${path}/build_notification`, event: 'build_notification', signature: always },
  {
    path: `${path}/commit_trigger`,
    event: 'commit_trigger',
    signature: ifSent,
    example: {
      changelist: 48317,
      branch: 'main',
      job_name: 'Harbor-Win64',
      author: 'jonas',
      message: 'Move the crane',
    },
  },
]);

/** The build object of the Notification plugin; a flat report has none. */
function notifiedBuild({ build }: Payload): Payload | null {
  return typeof build === 'object' && build !== null && Object.hasOwn(build, 'phase') ? (build as Payload) : null;
}

function trim(payload: Payload): Payload {
  const build = notifiedBuild(payload);
  if (build === null) return trimLog(payload);
  const trimmed = trimLog(build, ['log']);
  return trimmed === build ? payload : { ...payload, build: trimmed };
}

function withoutLog(payload: Payload): Payload {
  const build = notifiedBuild(payload);
  return build === null ? dropLog(payload) : { ...payload, build: dropLog(build, ['log']) };
}

export const provider = defineProvider({
  id: 'jenkins',
  setup,
  docs: 'https://plugins.jenkins.io/notification/',
  endpoints,
  verifiable: false,
  tokenPlaces: ['x-webhook-token', 'basic'],
  acceptStatus: 200,
  numbersBuildsInSequence: true,
  signature: null,
  trim,
  withoutLog,
  deliveryId: deliveryHeader,
  eventName: ({ endpoint, payload }) =>
    endpoint.event ?? (notifiedBuild(payload) === null ? 'build_report' : 'build_notification'),
  events: {
    build_report: on(FlatReport, buildReported),
    build_notification: on(Notification, phaseNotified),
    commit_trigger: on(CommitTrigger, commitTriggered),
  },
  polled: { build_polled: on(PolledBuild, buildPolled) },
  ignored: [],
  testEvent,
  sampleEvents,
  lifeCycle,
});
