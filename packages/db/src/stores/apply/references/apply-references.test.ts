import { afterAll, expect, it } from '@jest/globals';
import { factories, newAppliedProject, openTestDatabase, REPORTED_AT, testDatabase } from '@slipway/testing';

const { url } = await testDatabase();
const database = openTestDatabase(url);
afterAll(() => database.close());
const { prisma } = database;
const { accountId } = await factories(database).studio();

it.each(['as received', 'in reverse'])(
  'of two reports of a tracker item in one second, the one received later wins, applied %s',
  async (order) => {
    const { apply, projectId } = await newAppliedProject(database, accountId);
    const item = { kind: 'reference', externalId: '7', key: 'ENG-7', at: REPORTED_AT } as const;
    const deliveries = [
      { key: 'comment', receivedAt: REPORTED_AT + 100, operations: [{ ...item, state: 'open' }] },
      { key: 'close', receivedAt: REPORTED_AT + 200, operations: [{ ...item, state: 'closed' }] },
    ];
    for (const delivery of order === 'as received' ? deliveries : deliveries.toReversed()) await apply([delivery]);
    const [reference] = await prisma.externalReference.findMany({ where: { projectId } });
    expect(reference?.state).toBe('closed');
  },
);
