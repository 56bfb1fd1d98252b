import { describe, expect, it } from '@jest/globals';
import { newId } from '@slipway/domain';
import { moveCredits } from '../billing/credit-ledger.js';
import { chargeAutomatic } from '../builds/automatic-charges.js';
import { watchedProjects } from './watched-project.fixture.js';

const { database, prisma, make, watched } = await watchedProjects();

type Watched = Awaited<ReturnType<typeof watched>>;

/** Takes credits of the account, or returns some. */
const move = (accountId: number, delta: number) =>
  database.modelTransaction((tx) =>
    moveCredits(tx, {
      accountId,
      investigationId: newId(),
      delta,
      reason: delta < 0 ? 'investigation' : 'refund',
    }),
  );

describe('the credits of an account', () => {
  it('are reported once a day when fewer are left than the rule says', async () => {
    const { accountId, ownerId, inboxOf } = await watched('credits.low', 20);
    await prisma.account.update({ where: { id: accountId }, data: { credits: 22 } });
    await move(accountId, -2);
    expect(await inboxOf(ownerId)).toEqual([]);
    await move(accountId, -1);
    await move(accountId, -1);
    const contents = await inboxOf(ownerId);
    expect(contents.map(({ message }) => [message.title, message.link.url])).toEqual([
      ['The account has 19 credits left', 'https://slipway.test/settings/billing'],
    ]);
  });

  /** Lets a person follow the credits in another project of the account. */
  async function watchInOther(accountId: number, userId: number, threshold: number) {
    const { id: projectId } = await make.project(accountId);
    await prisma.notificationRule.create({ data: { event: 'credits.low', projectId, userId, threshold } });
    return projectId;
  }

  const inboxSize = async (userId: number) => prisma.inboxItem.count({ where: { userId } });

  it('are reported to a person once for each number, in however many projects it is followed', async () => {
    const { accountId, ownerId, memberId, inboxOf } = await watched('credits.low', 20);
    await watchInOther(accountId, ownerId, 20);
    await watchInOther(accountId, ownerId, 50);
    await watchInOther(accountId, memberId, 20);
    await prisma.account.update({ where: { id: accountId }, data: { credits: 52 } });
    await move(accountId, -3);
    await inboxOf(ownerId);
    expect([await inboxSize(ownerId), await inboxSize(memberId)]).toEqual([1, 0]);
    await move(accountId, -40);
    await inboxOf(ownerId);
    expect([await inboxSize(ownerId), await inboxSize(memberId)]).toEqual([2, 1]);
  });

  it('are reported in every project with a rule, whichever spent them', async () => {
    const { accountId, projectId, ownerId } = await watched('credits.low', 20);
    const other = await watchInOther(accountId, ownerId, 50);
    await prisma.account.update({ where: { id: accountId }, data: { credits: 12 } });
    await move(accountId, -1);
    const rows = await prisma.notification.findMany({ where: { accountId }, orderBy: { projectId: 'asc' } });
    expect(rows.map((row) => row.projectId)).toEqual([projectId, other]);
  });

  it('are not reported after a refund', async () => {
    const { accountId, notifications } = await watched('credits.low', 20);
    await prisma.account.update({ where: { id: accountId }, data: { credits: 5 } });
    await move(accountId, 1);
    expect(await notifications()).toEqual([]);
  });
});

describe('the daily budget of automatic investigations', () => {
  const charge = async (project: Watched, day: string) => {
    const { accountId, projectId } = project;
    const { id: buildRunId } = await make.buildRun(project);
    const { id } = await prisma.investigation.create({
      data: { accountId, projectId, buildRunId, automatic: true, creditsCharged: 0, chargedOn: new Date(day) },
    });
    const held = { id, accountId, projectId, buildRunId, attempt: 1, automatic: true };
    return database.modelTransaction((tx) => chargeAutomatic(tx, held, { creditCost: 2, day }));
  };

  it('is reported once a day when four fifths are spent', async () => {
    const project = await watched('automatic_credits.low');
    const { projectId, ownerId, inboxOf } = project;
    await prisma.project.update({ where: { id: projectId }, data: { automaticDailyCredits: 10 } });
    for (let n = 0; n < 3; n += 1) await charge(project, '2026-11-15');
    expect(await inboxOf(ownerId)).toEqual([]);
    for (let n = 0; n < 2; n += 1) await charge(project, '2026-11-15');
    const contents = await inboxOf(ownerId);
    expect(contents.map(({ message }) => [message.title, message.link.url])).toEqual([
      [
        'Automatic investigations have spent 8 of 10 credits today',
        `https://slipway.test/projects/${projectId}/settings`,
      ],
    ]);
    expect(await charge(project, '2026-11-15')).toBe(false);
    for (let n = 0; n < 4; n += 1) await charge(project, '2026-11-16');
    expect(await inboxOf(ownerId)).toHaveLength(2);
  });
});
