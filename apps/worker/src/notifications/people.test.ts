import { describe, expect, it } from '@jest/globals';
import { beginInvestigation, completeInvestigation, savePreference } from '@slipway/db';
import { notificationsFixture } from './notifications.fixture.js';

const { database, prisma, clock, newProject, newChannel, happen, send, receiver } = await notificationsFixture();

type TestProject = Awaited<ReturnType<typeof newProject>>;

/** Investigates the project's build; the finding names the owner's change. */
async function investigate({ accountId, projectId, buildRunId, userId }: TestProject): Promise<void> {
  const { id } = await prisma.investigation.create({
    data: { accountId, projectId, buildRunId, creditsCharged: 0, chargedOn: new Date() },
  });
  const held = await beginInvestigation(database, id);
  if (held === null) throw new Error('the investigation is taken');
  const finding = {
    diagnosis: 'Buoyancy.cpp does not compile.',
    attribution: '',
    suggestedFix: 'Restore Drag.',
    category: 'compile_error',
    confidence: 0.9,
    evidence: [{ line: 1, text: 'error C2039: Drag' }],
    attributedUserId: userId,
    suspects: [{ changeId: 1, reason: 'Touched Buoyancy.cpp, where the build fails.', confidence: 0.9 }],
    steps: [],
    fixKind: 'specific' as const,
    fingerprint: null,
    hasLog: true,
  };
  await database.modelTransaction((tx) => completeInvestigation(tx, held, finding));
}

/** Ends the time in which more failures of the same revision are collected. */
const endCollecting = () => prisma.notification.updateMany({ data: { releaseAt: new Date(0) } });

const mailTo = (userId: number) =>
  prisma.mailOutbox.findMany({ where: { userId }, orderBy: { createdAt: 'asc' } });
const inboxOf = (userId: number) => prisma.inboxItem.findMany({ where: { userId } });

const preference = { timezone: 'UTC', quietFrom: null, quietUntil: null, digestHour: 9 };

describe('the person whose change broke a build', () => {
  it('gets an inbox item and an email with the cause, without having asked for it', async () => {
    const project = await newProject();
    await investigate(project);
    await endCollecting();
    await send();
    expect(await inboxOf(project.userId)).toHaveLength(1);
    const [mail] = await mailTo(project.userId);
    expect(mail).toMatchObject({
      kind: 'notification',
      payload: {
        message: { title: 'Your change broke Harbor-Win64: Drag', quote: 'error C2039: Drag' },
      },
    });
  });

  it('gets one message with a count when many builds of the revision fail', async () => {
    const project = await newProject();
    await prisma.buildRun.update({ where: { id: project.buildRunId }, data: { commitHash: 'a'.repeat(40) } });
    const failed = await prisma.buildRun.findUniqueOrThrow({ where: { id: project.buildRunId } });
    await investigate(project);
    for (const buildNumber of ['x1', 'x2', 'x3']) {
      const { id: _, fieldWeights, expectedSuites, ...fields } = failed;
      const again = await prisma.buildRun.create({
        data: { ...fields, fieldWeights: {}, expectedSuites: [], buildNumber },
      });
      await investigate({ ...project, buildRunId: Number(again.id) });
    }
    await endCollecting();
    await send();
    const mail = await mailTo(project.userId);
    expect(mail).toHaveLength(1);
    expect(JSON.stringify(mail[0]?.payload)).toContain('"Failed builds","value":"4"');
  });

  it('gets nothing after switching it off', async () => {
    const project = await newProject();
    const { projectId, userId } = project;
    await prisma.notificationRule.create({
      data: { projectId, userId, event: 'change.broke_build', enabled: false },
    });
    await investigate(project);
    await endCollecting();
    await send();
    expect([await inboxOf(userId), await mailTo(userId)]).toEqual([[], []]);
  });

  it('gets nothing after leaving the account', async () => {
    const project = await newProject();
    await investigate(project);
    await prisma.accountMembership.deleteMany({ where: { userId: project.userId } });
    await endCollecting();
    await send();
    expect(await inboxOf(project.userId)).toEqual([]);
  });

  it('is never named in a channel as the recipient of a personal message', async () => {
    const project = await newProject();
    await newChannel(project, { kind: 'slack_webhook', url: receiver.url });
    await investigate(project);
    await endCollecting();
    await send();
    expect(receiver.received).toEqual([]);
  });
});

it('a finding releases the message that waits for it, and the message quotes it', async () => {
  const project = await newProject();
  await newChannel(project, { kind: 'slack_webhook', url: receiver.url });
  await happen(project);
  await prisma.notification.updateMany({ data: { releaseAt: new Date(Date.now() + 60_000) } });
  await send();
  expect(receiver.received).toEqual([]);
  await investigate(project);
  await send();
  expect(receiver.received[0]?.body).toContain('error C2039: Drag');
});

describe('email', () => {
  async function broken(edit: Partial<Parameters<typeof savePreference>[2]['edit']>) {
    const project = await newProject();
    const { projectId, userId } = project;
    await prisma.notificationRule.create({ data: { projectId, userId, event: 'main_job.broke' } });
    const full = { mail: 'immediate' as const, ...preference, ...edit };
    await savePreference(database, userId, { edit: full, now: clock.now() });
    await happen(project);
    await send();
    return project;
  }

  it('waits for the end of quiet hours', async () => {
    const minute = new Date().getUTCHours() * 60 + new Date().getUTCMinutes();
    const quiet = { quietFrom: (minute + 1_435) % 1_440, quietUntil: (minute + 60) % 1_440 };
    const { userId } = await broken(quiet);
    const [mail] = await mailTo(userId);
    const waitMs = (mail?.nextAttemptAt.getTime() ?? 0) - Date.now();
    expect(waitMs).toBeGreaterThan(30 * 60_000);
    expect(waitMs).toBeLessThanOrEqual(60 * 60_000);
  });

  it('is not sent if it is off; the inbox still has the item', async () => {
    const { userId } = await broken({ mail: 'off' });
    expect(await mailTo(userId)).toEqual([]);
    expect(await inboxOf(userId)).toHaveLength(1);
  });

  it.each([
    ['off', 0],
    ['immediate', 1],
  ] as const)('of a channel respects that a person chose %s', async (mail, count) => {
    const project = await newProject();
    const { userId } = project;
    await newChannel(project, { kind: 'email', userIds: [userId] });
    await savePreference(database, userId, { edit: { mail, ...preference }, now: clock.now() });
    await happen(project);
    await send();
    expect(await mailTo(userId)).toHaveLength(count);
  });

  it('comes once a day as a digest', async () => {
    const project = await broken({ mail: 'digest' });
    await happen(project);
    await send();
    expect(await mailTo(project.userId)).toEqual([]);
    await prisma.notificationPreference.updateMany({ data: { nextDigestAt: new Date(0) } });
    await send();
    await send();
    const mail = await mailTo(project.userId);
    expect(mail.map(({ kind }) => kind)).toEqual(['notification_digest']);
    expect(mail[0]?.payload).toMatchObject({ messages: [{ tone: 'bad' }, { tone: 'bad' }] });
    const { nextDigestAt } = await prisma.notificationPreference.findUniqueOrThrow({
      where: { userId: project.userId },
    });
    expect(nextDigestAt?.getTime()).toBeGreaterThan(clock.now());
  });

  it.each([
    ['left', (where: object) => prisma.accountMembership.deleteMany({ where })],
    [
      'can no longer use',
      (where: object) => prisma.accountMembership.updateMany({ where, data: { suspendedAt: new Date() } }),
    ],
  ])('says nothing of an account that the person %s before the digest', async (_how, lose) => {
    const project = await broken({ mail: 'digest' });
    await happen(project);
    await send();
    expect(await inboxOf(project.userId)).not.toEqual([]);
    await lose({ userId: project.userId });
    await prisma.notificationPreference.updateMany({ data: { nextDigestAt: new Date(0) } });
    await send();
    expect(await mailTo(project.userId)).toEqual([]);
  });
});
