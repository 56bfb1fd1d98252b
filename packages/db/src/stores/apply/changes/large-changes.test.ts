import { afterAll, describe, expect, it } from '@jest/globals';
import type { AssetCooked, ChangeReport } from '@slipway/domain';
import {
  type AppliedDelivery,
  dumpProject,
  factories,
  openTestDatabase,
  projectApplier,
  testDatabase,
} from '@slipway/testing';
import type { Database } from '../../../database.js';
import type { Queryable } from '../../../sql.js';
import { shareProjects } from '../engine/lock-projects.js';

const { url } = await testDatabase();
const database = openTestDatabase(url);
afterAll(() => database.close());
const make = factories(database);
const { accountId } = await make.studio();

async function newProject(on: Database = database) {
  const project = await make.project(accountId);
  const { id: integrationId } = await make.integration(project, 'perforce');
  return projectApplier(on, { ...project, integrationId, provider: 'perforce' });
}

const AT = Date.UTC(2026, 0, 1);
const pathOf = (index: number) => `Content/Harbor/T_${String(index).padStart(6, '0')}.png`;

function changelist(number: number, from: number, to: number): AppliedDelivery {
  const operation: ChangeReport = {
    kind: 'change',
    repository: '',
    identifier: String(number),
    displayIdentifier: `CL ${number}`,
    sourceType: 'Changelist',
    timestamp: AT + number * 1_000,
    files: Array.from({ length: to - from }, (_, index) => ({ path: pathOf(from + index), action: 'add' })),
  };
  return { key: `changelist ${number}`, operations: [operation] };
}

function cook(index: number, contentHash: string): AppliedDelivery {
  const operation: AssetCooked = { kind: 'asset_cooked', path: pathOf(index), at: AT + 500, contentHash };
  return { key: `cook ${index} ${contentHash}`, operations: [operation] };
}

/** Each is larger than one part, and they overlap where one part ends and the next begins. */
const deliveries = [changelist(1, 0, 7_000), changelist(2, 4_990, 11_000), cook(4_999, 'a'), cook(5_000, 'b')];

/** The same database, recording how many files each statement parameter contains. */
function watched(files: number[]): Database {
  const note = (tx: Queryable): Queryable => ({
    query(config) {
      for (const value of config.values ?? []) files.push(String(value).split('.png').length - 1);
      return tx.query(config);
    },
  });
  return { ...database, transaction: (work, signal) => database.transaction((tx) => work(note(tx)), signal) };
}

describe('a change with very many files', () => {
  it('has the same effect in any order, alone or with other changes', async () => {
    const together = await newProject();
    await together.apply(deliveries);
    const apart = await newProject();
    for (const delivery of deliveries.toReversed()) await apart.apply([delivery]);
    const rows = await dumpProject(database.pool, together.projectId);
    expect(rows).toEqual(await dumpProject(database.pool, apart.projectId));
    expect([rows['files']?.length, rows['assets']?.length, rows['events']?.length]).toEqual([
      13_010, 11_000, 13_012,
    ]);
  });

  it('is written in parts of bounded size', async () => {
    const files: number[] = [];
    const { apply } = await newProject(watched(files));
    await apply(deliveries);
    expect(Math.max(...files)).toBe(5_000);
  });

  it('takes effect only once', async () => {
    const { apply, projectId } = await newProject();
    await apply(deliveries);
    const before = await dumpProject(database.pool, projectId);
    const settled = await apply(deliveries);
    expect(settled.map(({ outcome }) => outcome)).toEqual(deliveries.map(() => 'duplicate'));
    expect(await dumpProject(database.pool, projectId)).toEqual(before);
  });

  it('does not keep smaller ones of its project waiting', async () => {
    const { apply, projectId } = await newProject();
    await database.transaction(async (tx) => {
      await shareProjects(tx, [projectId]);
      const settled = await apply([changelist(3, 0, 10), cook(3, 'c')]);
      expect(settled.map(({ outcome }) => outcome)).toEqual(['applied', 'applied']);
    });
  });
});
