import {
  CHANNEL_KINDS,
  FOLLOW_UP_NAMES,
  FOLLOW_UPS,
  type FollowUp,
  listNotificationPreviews,
  NOTIFICATION_EVENT_NAMES,
  NOTIFICATION_EVENTS,
  type NotificationEvent,
  type NotificationPreview,
} from '@slipway/contracts';
import type { ProjectRecord } from '@slipway/db';
import { destinationOf } from '@slipway/destinations';
import {
  type BuildFacts,
  describeApproval,
  describeBuild,
  describeDeadDelivery,
  describeDeployment,
  describeEndingMute,
  describeLowBudget,
  describeLowCredits,
  describeSilence,
  describeSnoozeEnd,
  describeTestChange,
  NOBODY,
  type NotificationContent,
  type TestChangeFacts,
} from '@slipway/domain';
import { defineConsoleEndpoint } from '../../console-endpoint.js';

/** Every message, each after the one that it follows. */
const MESSAGES = NOTIFICATION_EVENT_NAMES.flatMap((event) => [
  event,
  ...FOLLOW_UP_NAMES.filter((name) => FOLLOW_UPS[name] === event),
]);

export const listPreviews = defineConsoleEndpoint(listNotificationPreviews, async ({ project, services }) => {
  const createdAt = new Date(services.clock.now());
  const previews = MESSAGES.map((event): NotificationPreview => {
    const content = sampleContent(event, project, services.baseUrl);
    const { tone, title, text, quote, facts: shown } = content.message;
    return {
      event,
      tone,
      title,
      text,
      quote,
      facts: shown.map(({ label, value }) => ({ label, value })),
      bodies: bodiesOf(content, createdAt),
    };
  });
  return { previews };
});

function bodiesOf(content: NotificationContent, createdAt: Date): NotificationPreview['bodies'] {
  return CHANNEL_KINDS.flatMap((kind) => {
    const body = destinationOf(kind).preview?.(content, createdAt);
    return body === undefined ? [] : [{ kind, body: JSON.stringify(body, null, 2) }];
  });
}

/** A message with invented facts, written exactly as a real one would be. */
function sampleContent(
  event: NotificationEvent | FollowUp,
  { id, name }: ProjectRecord,
  baseUrl: string,
): NotificationContent {
  const project = { id, name };
  const options = { baseUrl, people: NOBODY };
  switch (event) {
    case 'deployment.live':
    case 'deployment.rejected':
    case 'deployment.rolled_back':
      return describeDeployment(event, { project, deployment: SAMPLE_DEPLOYMENT }, baseUrl);
    case 'approval.requested':
      return describeApproval(event, { ...sampleApproval(project), assets: 12 }, options);
    case 'approval.decided':
      return describeApproval(event, { ...sampleApproval(project), decision: SAMPLE_DECISION }, options);
    case 'delivery.dead':
      return describeDeadDelivery(
        { project, integration: SAMPLE_INTEGRATION, delivery: SAMPLE_DEAD, count: 1 },
        options,
      );
    case 'integration.silent':
      return describeSilence(sampleSilence(project), options);
    case 'test.broke':
    case 'test.became_flaky':
      return describeTestChange(event, sampleTests(project, event), options);
    case 'problem.snooze_ended':
      return describeSnoozeEnd(
        { project, problem: SAMPLE_PROBLEM, jobs: ['Harbor-Win64'], failed: null },
        options,
      );
    case 'test.mute_ending':
      return describeEndingMute({ project, test: SAMPLE_TEST, ...SAMPLE_MUTE }, options);
    case 'credits.low':
      return describeLowCredits({ project, accountName: 'Your account', credits: 12 }, baseUrl);
    case 'automatic_credits.low':
      return describeLowBudget({ project, spent: 16, budget: 20 }, baseUrl);
    default:
      return describeBuild(event, { ...sampleFacts(project), announced: 'other' }, options);
  }
}

type SampleProject = BuildFacts['project'];

const SAMPLE_ID = '0193a000-0000-7000-8000-000000000000';

const SAMPLE_DEPLOYMENT = {
  id: SAMPLE_ID,
  platform: 'steam',
  version: '1.4.2',
  buildNumber: '1847',
  branch: 'release',
};

const SAMPLE_CHANGE = {
  id: 1,
  displayIdentifier: 'CL 48211',
  description: 'Simplify the water parameters',
  authorUserId: null,
};

const SAMPLE_DECISION = {
  status: 'denied' as const,
  comments: 'The hull is too bright at dusk.',
  approver: { id: 1, name: 'Maren Holt' },
};

const SAMPLE_INTEGRATION = { id: 1, name: 'Jenkins', provider: 'jenkins' };

const SAMPLE_DEAD = { id: SAMPLE_ID, event: 'build_notification', reason: 'The build has no number.' };

const SAMPLE_PROBLEM = {
  id: 1,
  title: "error C2039: 'Drag': is not a member of 'FWaterParams'",
  waitsFor: { userId: null, groupId: null, sentence: 'Waits for Robin Hale, who has taken it.' },
  look: null,
};

function sampleApproval(project: SampleProject) {
  const asset = { id: SAMPLE_ID, name: 'SM_PaperBoat' };
  return { project, asset, assets: 1, commitSha: '48211', change: SAMPLE_CHANGE, decision: null };
}

function sampleSilence(project: SampleProject) {
  const hours = NOTIFICATION_EVENTS['integration.silent'].threshold.initial;
  const at = new Date('2026-03-03T09:30:00Z');
  return { project, integration: SAMPLE_INTEGRATION, hours, lastDelivery: { id: SAMPLE_ID, at } };
}

function sampleFacts(project: SampleProject): BuildFacts {
  return {
    project,
    build: { id: 1, jobName: 'Harbor-Win64', number: '1847' },
    failures: 3,
    tests: null,
    problem: SAMPLE_PROBLEM,
    outage: { branch: 'main', brokenMs: 2 * 60 * 60_000 },
    finding: {
      diagnosis: 'Buoyancy.cpp does not compile: FWaterParams has no member named Drag.',
      quote: "Buoyancy.cpp(42): error C2039: 'Drag': is not a member of 'FWaterParams'",
      isCertain: true,
      attributedUserId: null,
    },
    change: SAMPLE_CHANGE,
    suspects: [
      {
        changeId: 2,
        identifier: '48209',
        displayIdentifier: 'CL 48209',
        description: 'Tidy up the buoyancy code',
        author: 'rhale',
        person: 'Robin Hale',
        authorUserId: null,
        confidence: 0.95,
        reason: 'Touched Source/Water/Buoyancy.cpp, where the build fails.',
      },
    ],
    newChanges: { passedNumber: '1844', count: 2, isCut: false, newest: ['CL 48211', 'CL 48209'] },
  };
}

const SAMPLE_TEST = { id: 1, suite: 'PlayMode', path: 'Harbor.Quay', name: 'Boats_Dock' };
const SAMPLE_MUTE = { reason: 'Waits for a repaired devkit', until: new Date('2026-12-24T09:00:00Z') };

const EXPLANATIONS = {
  'test.broke': 'Broken on PS5 since #48211: failed all 3 runs.',
  'test.became_flaky': 'Failed 7 of 412 runs on PS5 since 3 March, on revisions that also passed; likely flaky.',
} as const;

function sampleTests(project: SampleProject, event: keyof typeof EXPLANATIONS): TestChangeFacts {
  const test = { ...SAMPLE_TEST, variant: 'PS5', explanation: EXPLANATIONS[event] };
  return { project, build: { id: 1, jobName: 'Harbor-PS5', number: '1847' }, tests: [test], count: 1 };
}
