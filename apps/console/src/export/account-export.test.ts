import { afterAll, expect, it } from '@jest/globals';
import { apiReads, type MembershipRecord } from '@slipway/db';
import { createProjectRedactors } from '@slipway/domain';
import { factories, openTestDatabase, TEST_APP_SECRET, testClock, testDatabase } from '@slipway/testing';
import { writeExport } from './account-export.js';

const { url } = await testDatabase();
const database = openTestDatabase(url);
afterAll(() => database.close());
const make = factories(database);
const { accountId, userId } = await make.studio();
const project = await make.project(accountId);
const reads = apiReads(database);
const account = (await reads.findMembership(userId, accountId)) as MembershipRecord;

const services = {
  reads,
  clock: testClock(),
  baseUrl: 'http://x',
  redactors: createProjectRedactors([TEST_APP_SECRET]),
};
const start = (pageRows: number) => writeExport({ userId, account, services, pageRows });

it('an export contains every change once, even when reports correct times while it runs', async () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));
  const ids: number[] = [];
  for (let minute = 0; minute < 9; minute += 1)
    ids.push((await make.change(project, { timestamp: at(minute) })).id);
  let text = '';
  for await (const part of start(3)) {
    text += part;
    // After the first page, swap the newest change and the oldest one.
    if (!text.endsWith('"changes":[') && text.split('"source_type"').length === 4) {
      const correct = (id: number | undefined, timestamp: Date) =>
        database.prisma.change.update({ where: { id: id ?? 0 }, data: { timestamp } });
      await correct(ids[0], at(100));
      await correct(ids[8], at(-100));
    }
  }
  const { projects } = JSON.parse(text) as { projects: { changes: { id: number }[] }[] };
  expect(projects[0]?.changes.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(ids);
});

it('an export of an empty account is valid', async () => {
  const empty = await make.studio();
  const membership = (await reads.findMembership(empty.userId, empty.accountId)) as MembershipRecord;
  let text = '';
  for await (const part of writeExport({ userId: empty.userId, account: membership, services })) text += part;
  expect(JSON.parse(text)).toMatchObject({ members: [{ user_id: empty.userId, role: 'owner' }], projects: [] });
});
