import { expect, it } from '@jest/globals';
import { type DatabaseFacts, inspectDatabase } from '@slipway/db';
import { openTestDatabase, testDatabase } from '@slipway/testing';
import { judgeDatabase } from './check-database.js';

const database = openTestDatabase((await testDatabase()).url);
const facts = await inspectDatabase(database);
await database.close();

function findingsOf(reported: Partial<DatabaseFacts>) {
  const found = judgeDatabase({ ...facts, ...reported }, facts.now.getTime(), { DATABASE_POOL_SIZE: 2 });
  return found.filter(({ check }) => check === 'postgresql version');
}

it.each([
  ['14.19', 140_019],
  ['9.6.24', 90_624],
])('PostgreSQL %s is too old', (version, versionNumber) => {
  expect(findingsOf({ version, versionNumber })).toEqual([
    {
      check: 'postgresql version',
      state: 'problem',
      text: `Version ${version} is too old.`,
      remedy: 'Upgrade to PostgreSQL 15 or later.',
    },
  ]);
});

it.each([
  ['15.0', 150_000],
  ['15.14', 150_014],
  ['18.0', 180_000],
])('PostgreSQL %s is new enough', (version, versionNumber) => {
  expect(findingsOf({ version, versionNumber })).toEqual([]);
});
