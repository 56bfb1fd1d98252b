import { afterAll, expect, it } from '@jest/globals';
import { factories, newAppliedProject, openTestDatabase, REPORTED_AT, testDatabase } from '@slipway/testing';

const { url } = await testDatabase();
const database = openTestDatabase(url);
afterAll(() => database.close());
const { prisma } = database;
const { accountId } = await factories(database).studio();

it('an event keeps its preview, whichever of its reports has one and however they arrive', async () => {
  const { report, projectId } = await newAppliedProject(database, accountId, 'game_engine');
  const cook = (path: string, fields: object) =>
    report({ kind: 'asset_cooked', path, contentHash: 'a', at: REPORTED_AT, ...fields });
  const url = 'https://cdn.test/SM_Hero.png';
  await cook('/Game/SM_First', { previewUrl: url });
  await cook('/Game/SM_First', { at: REPORTED_AT - 5 });
  await cook('/Game/SM_Last', {});
  await cook('/Game/SM_Last', { previewUrl: url, at: REPORTED_AT + 5 });
  const events = await prisma.assetEvent.findMany({ where: { projectId }, orderBy: { asset: { path: 'asc' } } });
  expect(events.map(({ previewUrl, occurredAt }) => [previewUrl, occurredAt.getTime() - REPORTED_AT])).toEqual([
    [url, -5],
    [url, 0],
  ]);
});

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
