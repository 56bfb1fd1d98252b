import { randomUUID } from 'node:crypto';
import { afterAll, expect, it } from '@jest/globals';
import { purgeBuildLog } from '@slipway/db';
import { buildReport, factories, newAppliedProject, openTestDatabase, testDatabase } from '@slipway/testing';

const { url } = await testDatabase();
const database = openTestDatabase(url);
afterAll(() => database.close());
const { prisma } = database;
const { accountId, userId } = await factories(database).studio();
const { apply, projectId } = await newAppliedProject(database, accountId, 'jenkins');
const SECRET = 'password=hunter2';

const messageOf = (title: string) => ({
  tone: 'bad',
  title,
  text: `The login failed: ${SECRET}`,
  quote: `ERROR ${SECRET}`,
  facts: [],
  link: { label: 'Open the build', url: 'https://slipway.test/' },
  source: 'Undertow',
});
type Message = ReturnType<typeof messageOf>;

/** A failed build with a message about its cause, in the bell and in mails. */
async function toldBuild(title: string) {
  await apply([{ key: title, operations: [buildReport({ buildNumber: title, jobName: 'Harbor' })] }]);
  const build = await prisma.buildRun.findFirstOrThrow({ where: { projectId, buildNumber: title } });
  const message = messageOf(title);
  const data = { project_id: projectId, cause: { diagnosis: message.text, quote: message.quote } };
  const content = { type: 'main_job.broke', message, data };
  await prisma.notification.create({
    data: {
      id: randomUUID(),
      accountId,
      projectId,
      event: 'main_job.broke',
      buildRunId: build.id,
      eventKey: randomUUID(),
      threadKey: title,
      content,
      releaseAt: new Date(),
      releasedAt: new Date(),
    },
  });
  return { buildRunId: Number(build.id), message };
}

const mail = (kind: string, payload: object) =>
  prisma.mailOutbox.create({ data: { kind, userId, payload: payload as never, messageId: randomUUID() } });

it('a purged log disappears from messages and mails, and the messages about other builds stay', async () => {
  const [purged, kept] = [await toldBuild('Harbor is broken'), await toldBuild('Pier is broken')];
  for (const { message } of [purged, kept]) await mail('notification', { message, thread: '1:1' });
  const digest: readonly Message[] = [kept.message, purged.message];
  await mail('notification_digest', { messages: digest });
  await mail('password_changed', { how: 'reset' });
  await database.modelTransaction((tx) =>
    purgeBuildLog(tx, { projectId, buildRunId: purged.buildRunId, userId, now: new Date() }),
  );
  const stored = [...(await prisma.notification.findMany()), ...(await prisma.mailOutbox.findMany())].map((row) =>
    JSON.stringify('content' in row ? row.content : row.payload),
  );
  const about = (title: string) => stored.filter((text) => text.includes(title));
  const ofPurged = about('Harbor is broken').filter((text) => !text.includes('Pier is broken'));
  expect(ofPurged).toHaveLength(2);
  for (const text of ofPurged) {
    expect(text).not.toContain(SECRET);
    expect(text).toContain('The log was purged');
  }
  const sentDigest = await prisma.mailOutbox.findFirstOrThrow({ where: { kind: 'notification_digest' } });
  expect(sentDigest.payload).toMatchObject({
    messages: [kept.message, { title: 'Harbor is broken', quote: null }],
  });
  expect(about('Pier is broken').every((text) => text.includes(SECRET))).toBe(true);
  expect(await prisma.mailOutbox.findFirst({ where: { kind: 'password_changed' } })).toMatchObject({
    payload: { how: 'reset' },
  });
});
