import { afterAll, expect, it } from '@jest/globals';
import { canonicalKey } from '@slipway/domain';
import { factories, openTestDatabase, testDatabase } from '@slipway/testing';
import { readMigrations } from './migration-files.js';

const { url } = await testDatabase();
const database = openTestDatabase(url);
afterAll(() => database.close());
const { prisma, pool } = database;
const make = factories(database);

/** The statements of the migration that are about rows. */
function statements(): string[] {
  const { sql = '' } = readMigrations().find(({ name }) => name.endsWith('_reference_keys')) ?? {};
  return sql
    .replace(/^--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => /^(INSERT|DELETE)/.test(statement));
}

it('the migration gives the keys there are the form that keys are compared in', async () => {
  const { accountId } = await make.studio();
  const project = await make.project(accountId);
  const keys = ['HARB-1', 'lnr-2', 'Studio/Harbor-2#3', 'aB3dE6gH', 'İé#4', 'ß-5', '1209876543210987'];
  for (const key of keys) await make.reference(project, { key });
  await prisma.referenceKey.deleteMany();
  const [change, task] = [await make.change(project), await make.task(project)];
  const mentions = ['HARB-1', 'Studio/Harbor#3', 'studio/harbor#3', 'STUDIO/Reef#4', 'aB3dE6gH'];
  for (const key of mentions) {
    await make.mention(project, key, { changeId: change.id });
    await make.mention(project, key, { taskId: task.id });
  }
  expect(statements()).toHaveLength(5);
  for (const text of statements()) await pool.query({ text });

  const keysIn = async (table: string) => {
    const { rows } = await pool.query({ text: `SELECT key FROM ${table}` });
    return rows.map(({ key }: { key: string }) => key).toSorted();
  };
  expect(await keysIn('reference_keys')).toEqual(keys.map(canonicalKey).toSorted());
  const named = [...new Set(mentions.map(canonicalKey))].toSorted();
  expect(await keysIn('change_mentions')).toEqual(named);
  expect(await keysIn('task_mentions')).toEqual(named);
});
