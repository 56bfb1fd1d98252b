import { describe, expect, it } from '@jest/globals';
import { notifyOfSilences } from './silent-integrations.js';
import { watchedProjects } from './watched-project.fixture.js';

const { database, prisma, make, watched } = await watchedProjects();

const HOUR_MS = 3_600_000;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS);

describe('a dead delivery', () => {
  it('is one message with the reason and a link to the delivery', async () => {
    const { bury, ownerId, projectId, inboxOf } = await watched('delivery.dead');
    const { delivery } = await bury({ key: 'a', operations: [], receivedAt: Date.now() });
    const [content] = await inboxOf(ownerId);
    expect(content?.message).toMatchObject({
      tone: 'bad',
      title: 'A delivery from github could not be applied',
      text: 'poison',
      link: { url: `https://slipway.test/projects/${projectId}/deliveries/${delivery.id}` },
    });
  });

  it('that many others follow for the same reason is one message a day, with their number', async () => {
    const { bury, ownerId, projectId, integrationId, inboxOf } = await watched('delivery.dead');
    for (const key of ['a', 'b', 'c']) await bury({ key, operations: [], receivedAt: Date.now() });
    const [content] = await inboxOf(ownerId);
    expect(content?.message).toMatchObject({
      title: '3 deliveries from github could not be applied',
      link: {
        url: `https://slipway.test/projects/${projectId}/deliveries?outcome=dead&integration_id=${integrationId}`,
      },
    });
    await bury({ key: 'd', operations: [], receivedAt: Date.now() });
    expect(await inboxOf(ownerId)).toHaveLength(1);
  });

  it('that succeeded before the message was released sends nothing', async () => {
    const { bury, apply, ownerId, inboxOf } = await watched('delivery.dead');
    const { delivery } = await bury({ key: 'a', operations: [], receivedAt: Date.now() });
    await apply([{ key: 'a', id: delivery.id, operations: [], receivedAt: delivery.receivedAt }]);
    expect(await inboxOf(ownerId)).toEqual([]);
  });

  it('is not written in a project without a rule for it', async () => {
    const { bury, notifications } = await watched('credits.low', 1);
    await bury({ key: 'a', operations: [], receivedAt: Date.now() });
    expect(await notifications()).toEqual([]);
  });
});

describe('a silent integration', () => {
  /** A project whose integration sent its last delivery so many hours ago; the owner waits five hours. */
  async function silentFor(hours: number) {
    const project = await watched('integration.silent', 5);
    const { integrationId } = project;
    const receivedAt = hoursAgo(hours);
    await make.delivery(project, { integrationId, receivedAt });
    return project;
  }

  it('is reported once, however often the timer runs', async () => {
    const { ownerId, projectId, integrationId, inboxOf } = await silentFor(6);
    await notifyOfSilences(database);
    await notifyOfSilences(database);
    const contents = await inboxOf(ownerId);
    expect(contents.map(({ message }) => message.title)).toEqual(['github has been silent for 5 hours']);
    expect(contents[0]?.message.link.url).toBe(
      `https://slipway.test/projects/${projectId}/integrations/${integrationId}`,
    );
  });

  it('that sent something meanwhile is reported again after another silence', async () => {
    const project = await silentFor(20);
    const { ownerId, integrationId, inboxOf } = project;
    await notifyOfSilences(database);
    expect(await inboxOf(ownerId)).toHaveLength(1);
    await make.delivery(project, { integrationId, receivedAt: hoursAgo(6) });
    await notifyOfSilences(database);
    expect(await inboxOf(ownerId)).toHaveLength(2);
  });

  it('is reported to each person after their own number of hours', async () => {
    const { ownerId, memberId, watch, inboxOf } = await silentFor(6);
    await watch(memberId, 8);
    await notifyOfSilences(database);
    expect([await inboxOf(ownerId), await inboxOf(memberId)]).toEqual([[expect.anything()], []]);
  });

  it.each([
    ['that has not been silent long enough', 4, {}],
    ['of a paused project', 6, { pausedAt: new Date() }],
    ['of an archived project', 6, { archivedAt: new Date() }],
  ])('%s is not reported', async (_, hours, fields) => {
    const { projectId, notifications } = await silentFor(hours);
    await prisma.project.update({ where: { id: projectId }, data: fields });
    await notifyOfSilences(database);
    expect(await notifications()).toEqual([]);
  });

  it('that never sent anything, or was switched off, is not reported', async () => {
    const unused = await watched('integration.silent', 5);
    const off = await silentFor(6);
    await prisma.integration.update({ where: { id: off.integrationId }, data: { active: false } });
    await notifyOfSilences(database);
    expect([await unused.notifications(), await off.notifications()]).toEqual([[], []]);
  });
});
