import {
  type BuildEvent,
  type CauseAnnouncement,
  type DeploymentNotice,
  type DescribeOptions,
  describeBuild,
  describeDeployment,
  describeLowBudget,
  describeLowCredits,
  describeTest,
  hidePeople,
  type NotificationContent,
  quoteOf,
} from '@slipway/domain';
import type { DatabaseHandle } from '../../database.js';
import { databaseTime } from '../../database-time.js';
import { listMemberNames } from '../../reads/project-members/members.js';
import { approvalContent } from './approval-content.js';
import { findBuildFacts } from './build-facts.js';
import { findNamedCauses, type NamedCause } from './cause-events.js';
import type { DueNotification } from './due-notification.js';
import { deadDeliveryContent, silenceContent } from './integration-content.js';
import { snoozeEndContent } from './snooze-events.js';
import { endingMuteContent, testChangeContent } from './test-events.js';

/** What a notification says; null if what it is about no longer exists. */
export async function contentOf(
  tx: DatabaseHandle,
  due: DueNotification,
  baseUrl: string,
): Promise<NotificationContent | null> {
  switch (due.event) {
    case 'channel.test':
    case 'credits.low':
    case 'automatic_credits.low':
      return projectContent(tx, { ...due, event: due.event }, baseUrl);
    case 'deployment.live':
    case 'deployment.rejected':
    case 'deployment.rolled_back':
      return deploymentContent(tx, { ...due, event: due.event }, baseUrl);
    case 'approval.requested':
    case 'approval.decided':
      return approvalContent(tx, { ...due, event: due.event }, await optionsOf(tx, due, baseUrl));
    case 'delivery.dead':
      return deadDeliveryContent(tx, due, await optionsOf(tx, due, baseUrl));
    case 'integration.silent':
      return silenceContent(tx, due, await optionsOf(tx, due, baseUrl));
    case 'test.broke':
    case 'test.became_flaky':
      return testChangeContent(tx, { ...due, event: due.event }, await optionsOf(tx, due, baseUrl));
    case 'test.mute_ending':
      return endingMuteContent(tx, due, await optionsOf(tx, due, baseUrl));
    case 'problem.snooze_ended':
      return snoozeEndContent(tx, due, await optionsOf(tx, due, baseUrl));
    default:
      return buildContent(tx, { ...due, event: due.event }, await optionsOf(tx, due, baseUrl));
  }
}

async function optionsOf(
  tx: DatabaseHandle,
  { accountId }: DueNotification,
  baseUrl: string,
): Promise<DescribeOptions> {
  return { baseUrl, people: hidePeople(await listMemberNames(tx, accountId)) };
}

type ProjectNotice = 'channel.test' | 'credits.low' | 'automatic_credits.low';

async function projectContent(
  { prisma }: DatabaseHandle,
  { event, projectId, detail }: DueNotification & { readonly event: ProjectNotice },
  baseUrl: string,
) {
  const found = await prisma.project.findUnique({
    where: { id: projectId },
    select: { id: true, name: true, account: { select: { name: true } } },
  });
  if (found === null) return null;
  const { account, ...project } = found;
  switch (event) {
    case 'channel.test':
      return describeTest({ project, channelName: detail.channelName ?? '' }, baseUrl);
    case 'credits.low':
      return describeLowCredits({ project, accountName: account.name, credits: detail.credits ?? 0 }, baseUrl);
    case 'automatic_credits.low':
      return describeLowBudget({ project, spent: detail.spent ?? 0, budget: detail.budget ?? 0 }, baseUrl);
  }
}

async function deploymentContent(
  { prisma }: DatabaseHandle,
  { event, projectId, detail }: DueNotification & { readonly event: DeploymentNotice },
  baseUrl: string,
) {
  const found = await prisma.deployment.findUnique({
    where: { id: detail.deploymentId ?? '', projectId },
    select: {
      id: true,
      platform: true,
      version: true,
      buildNumber: true,
      branch: true,
      project: { select: { id: true, name: true } },
    },
  });
  if (found === null) return null;
  const { project, ...deployment } = found;
  return describeDeployment(event, { project, deployment }, baseUrl);
}

async function buildContent(
  tx: DatabaseHandle,
  { event, projectId, threadKey, buildRunId, detail, count }: DueNotification & { readonly event: BuildEvent },
  options: DescribeOptions,
) {
  if (buildRunId === null) return null;
  const proof = detail.proof === undefined ? null : { text: detail.proof, hasCulprit: detail.hasCulprit ?? false };
  const isCause = event === 'main_job.cause_found' && !detail.isSuspect && proof === null;
  const named = isCause
    ? await findNamedCauses(tx, { projectId, threadKey, problemId: detail.problemId ?? 0 })
    : [];
  if (named === null) return null;
  const failures = Math.max(detail.failures ?? 1, count);
  const facts = await findBuildFacts(tx, { projectId, id: buildRunId, event, failures });
  if (facts === null || (detail.isSuspect && facts.suspects.length === 0)) return null;
  const announced = announcementOf(quoteOf(facts.finding, options.people), buildRunId, named);
  const outage = await outageOf(tx, detail);
  const isSuspect = detail.isSuspect ?? false;
  return describeBuild(event, { ...facts, announced, proof, isSuspect, outage }, options);
}

/** Of an escalation: how long which branch has been broken. */
async function outageOf(tx: DatabaseHandle, { brokenAt, failedBranch = '' }: DueNotification['detail']) {
  if (brokenAt === undefined) return null;
  return { branch: failedBranch, brokenMs: (await databaseTime(tx)).getTime() - brokenAt };
}

/** How a cause is announced after the messages that named others, or the same one as a guess. */
function announcementOf(
  quote: string | null,
  buildRunId: number,
  named: readonly NamedCause[],
): CauseAnnouncement {
  const others = named.filter((cause) => cause.buildRunId !== buildRunId || cause.quote !== quote);
  if (others.some((cause) => cause.buildRunId === buildRunId)) return 'corrected';
  return others.length > 0 ? 'other' : 'first';
}
