import { defineProvider, on } from '../../define-provider.js';
import { hmac } from '../../signatures/hmac.js';
import { CheckRunEvent, checkRan, StatusEvent, statusSet, withoutOutput } from './checks.js';
import {
  DeploymentEvent,
  DeploymentStatusEvent,
  deploymentCreated,
  deploymentProgressed,
  ReleaseEvent,
  releaseChanged,
} from './deployments.js';
import { IGNORED } from './ignored.js';
import { Push, pushed } from './push.js';
import { IssueEvent, issueChanged, issueCommented, PullRequestEvent, pullRequestChanged } from './references.js';
import { WorkflowJobEvent, WorkflowRunEvent, workflowJobRan, workflowRan } from './runs.js';
import { lifeCycle, sampleEvents } from './sample-events.js';
import { setup } from './setup.js';
import { testEvent } from './test-event.js';

const FROM_ACTIONS = 'GitHub Actions sent this; its runs are read from workflow_run events.';

export const provider = defineProvider({
  id: 'github',
  setup,
  docs: 'https://docs.github.com/en/webhooks/webhook-events-and-payloads',
  endpoints: [{ path: 'github' }],
  verifiable: true,
  tokenPlaces: ['x-service-token'],
  acceptStatus: 200,
  numbersBuildsInSequence: true,
  signature: hmac({ header: 'x-hub-signature-256', prefix: 'sha256=' }),
  withoutLog: withoutOutput,
  storedHeaders: [
    'x-github-event',
    'x-github-delivery',
    'x-github-hook-id',
    'x-github-hook-installation-target-type',
  ],
  deliveryId: ({ headers }) => headers['x-github-delivery'] || null,
  eventSource: 'the X-GitHub-Event header',
  eventName: ({ headers }) => headers['x-github-event'] || null,
  events: {
    push: on(Push, pushed, { emptyReason: 'The push contains no commits and moves no branch or tag.' }),
    pull_request: on(PullRequestEvent, pullRequestChanged),
    issues: on(IssueEvent, issueChanged),
    issue_comment: on(IssueEvent, issueCommented),
    workflow_run: on(WorkflowRunEvent, workflowRan),
    workflow_job: on(WorkflowJobEvent, workflowJobRan, { emptyReason: 'The job has not started yet.' }),
    check_run: on(CheckRunEvent, checkRan, { emptyReason: FROM_ACTIONS }),
    status: on(StatusEvent, statusSet, { emptyReason: FROM_ACTIONS }),
    deployment: on(DeploymentEvent, deploymentCreated),
    deployment_status: on(DeploymentStatusEvent, deploymentProgressed),
    release: on(ReleaseEvent, releaseChanged),
  },
  ignored: IGNORED,
  testEvent,
  sampleEvents,
  lifeCycle,
});
