import { afterAll, expect, it } from '@jest/globals';
import { factories, newAppliedProject, openTestDatabase, REPORTED_AT, testDatabase } from '@slipway/testing';

const { url } = await testDatabase();
const database = openTestDatabase(url);
afterAll(() => database.close());
const { prisma } = database;
const { accountId } = await factories(database).studio();

it('a cook creates a new version only with a new hash or version number', async () => {
  const { report, projectId } = await newAppliedProject(database, accountId, 'game_engine');
  const cook = (fields: object) =>
    report({ kind: 'asset_cooked', path: '/Game/SM_Hero', assetType: 'model', at: REPORTED_AT, ...fields });
  const version = async () => (await prisma.asset.findFirst({ where: { projectId } }))?.version;
  await cook({});
  await cook({});
  expect(await version()).toBe(1);
  await cook({ contentHash: 'a' });
  await cook({ contentHash: 'a', at: REPORTED_AT + 1 });
  expect(await version()).toBe(1);
  await cook({ contentHash: 'b' });
  expect(await version()).toBe(2);
  await cook({ contentHash: 'b', version: 9 });
  expect(await version()).toBe(9);
});
