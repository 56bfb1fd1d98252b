import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import type { BuildReport, ChangeReport, Operation } from '@slipway/domain';
import {
  type AppliedDelivery,
  dumpProject,
  factories,
  newAppliedProject,
  openTestDatabase,
  testDatabase,
} from '@slipway/testing';

const { url } = await testDatabase();
const database = openTestDatabase(url);
afterAll(() => database.close());
const { accountId } = await factories(database).studio();

const START = Date.UTC(2026, 0, 1);

const build = (fields: Partial<BuildReport> = {}): BuildReport => ({
  kind: 'build_report',
  jobName: 'win',
  buildNumber: '7',
  attempt: 1,
  status: 'building',
  originalStatus: null,
  reportedAt: START,
  ...fields,
});

const change = (fields: Partial<ChangeReport> = {}): ChangeReport => ({
  kind: 'change',
  repository: 'harbor',
  identifier: '12',
  displayIdentifier: 'CL 12',
  sourceType: 'Changelist',
  timestamp: START,
  ...fields,
});

type Report = BuildReport | ChangeReport;

function delivery(operation: Report, second = 0): AppliedDelivery & { id: string } {
  const id = randomUUID();
  return { id, key: `id:${id}`, receivedAt: START + second * 1_000, operations: [operation] };
}

/** A replay that reads a different operation from a delivery. */
function replay({ id = '', key, receivedAt = 0 }: AppliedDelivery, operation: Report): AppliedDelivery {
  const again = randomUUID();
  return {
    id: again,
    key: `replay:${again}`,
    receivedAt,
    operations: [operation],
    replay: { of: id, key, requestedAt: START + 3_600_000 },
  };
}

/** A project that has received some deliveries. */
async function projectWith(...deliveries: AppliedDelivery[]) {
  const { apply, projectId } = await newAppliedProject(database, accountId, 'perforce');
  for (const item of deliveries) await apply([item]);
  const where = { projectId };
  return {
    apply: (...batch: AppliedDelivery[]) => apply(batch),
    rows: () => dumpProject(database.pool, projectId),
    run: () => database.prisma.buildRun.findFirstOrThrow({ where }),
    log: () => database.prisma.buildLog.findFirstOrThrow({ where: { buildRun: where } }),
    artifacts: () => database.prisma.buildArtifact.findMany({ where: { buildRun: where } }),
    change: () => database.prisma.change.findFirstOrThrow({ where, include: { files: true } }),
  };
}

describe('a replay that reads a build report differently', () => {
  const misread = delivery(
    build({
      branch: 'zzz-misread',
      durationSeconds: 99,
      log: { content: 'zzz', truncated: false },
      artifacts: [{ name: 'game.zip', sizeBytes: 900, url: 'https://z.example.com' }],
    }),
  );
  const right = build({
    branch: 'main',
    durationSeconds: 9,
    log: { content: 'all of it', truncated: false },
    artifacts: [{ name: 'game.zip', sizeBytes: 90, url: 'https://a.example.com' }],
  });
  const later = delivery(build({ reportedAt: START + 1_000, status: 'completed' }), 1);

  it.each([
    ['alone', (again: AppliedDelivery) => [again]],
    ['before a later report', (again: AppliedDelivery) => [again, later]],
    ['behind a later report', (again: AppliedDelivery) => [later, again]],
  ])('corrects the build, %s', async (_, batch) => {
    const { apply, run, log, artifacts } = await projectWith(misread);
    await apply(...batch(replay(misread, right)));
    expect(await run()).toMatchObject({ branch: 'main', durationSeconds: 9 });
    expect(await log()).toMatchObject({ content: 'all of it' });
    expect(await artifacts()).toMatchObject([{ sizeBytes: 90n, url: 'https://a.example.com' }]);
  });

  it('does not add weight to other reports in its batch', async () => {
    const { apply, run } = await projectWith(delivery(build({ branch: 'main' })));
    const early = build({ reportedAt: START - 1_000 });
    await apply(replay(delivery(early), early), delivery(build({ branch: 'feature' }), 1));
    expect(await run()).toMatchObject({ branch: 'main' });
  });

  it('does not override a later report', async () => {
    const reported = { branch: 'release', log: { content: 'a', truncated: false } };
    const { apply, run, log } = await projectWith(
      misread,
      delivery(build({ reportedAt: START + 1_000, ...reported }), 1),
    );
    await apply(replay(misread, right));
    expect(await run()).toMatchObject({ branch: 'release' });
    expect(await log()).toMatchObject({ content: 'a' });
  });
});

describe('a replay that reads a change differently', () => {
  const [one, two, three] = ['a.txt', 'b.txt', 'c.txt'].map((path) => ({ path, action: 'edit' as const }));
  if (one === undefined || two === undefined || three === undefined) throw new Error('no files');
  const misread = delivery(change({ files: [one, two, three], branch: 'main' }));

  it('corrects its files, even to fewer, and a redelivery does not undo it', async () => {
    const { apply, change: stored, rows } = await projectWith(misread);
    const again = change({ files: [one], branch: 'main' });
    await apply(replay(misread, again));
    expect(await stored()).toMatchObject({ fileCount: 1, files: [{ path: 'a.txt' }] });
    const before = await rows();
    await apply(replay(misread, again), { ...misread, key: 'id:late', receivedAt: START + 1 });
    expect(await rows()).toEqual(before);
  });

  it('does not override files from another delivery', async () => {
    const fewer = delivery(change({ files: [one] }), 1);
    const { apply, rows } = await projectWith(misread, fewer);
    const before = await rows();
    await apply(replay(fewer, change({ files: [one] })));
    expect(await rows()).toEqual(before);
  });
});

describe('a replay that reads the same values as before', () => {
  it('changes nothing, even if one delivery reports an object twice', async () => {
    const [more, less] = [build({ branch: 'b' }), build({ branch: 'a' })];
    const twice = { ...delivery(more), operations: [more, less] };
    const { apply, rows, run } = await projectWith(twice);
    const before = [await rows(), (await run()).updatedAt];
    await apply({ ...replay(twice, more), operations: [more, less] });
    expect([await rows(), (await run()).updatedAt]).toEqual(before);
  });

  it('does not touch updated_at of a change, tracker item, deployment or asset', async () => {
    const operations: Operation[] = [
      change({ files: [{ path: 'Content/T_Crate.png', action: 'edit' }], description: 'Relight' }),
      { kind: 'reference', externalId: '7', key: 'ENG-7', at: START, state: 'open' },
      {
        ...({ kind: 'deployment', platform: 'steam', buildNumber: '7', branch: '', externalId: '480' } as const),
        ...({ event: 'live', status: 'live', at: START, notes: 'First' } as const),
      },
    ];
    const first = { ...delivery(change()), operations };
    const { apply, projectId } = await newAppliedProject(database, accountId, 'perforce');
    await apply([first]);
    const updates = async () => {
      const tables = ['changes', 'external_references', 'deployments', 'assets'];
      const select = (table: string) => `SELECT updated_at FROM ${table} WHERE project_id = $1`;
      const text = tables.map(select).join(' UNION ALL ');
      return (await database.pool.query({ text, values: [projectId] })).rows;
    };
    const before = await updates();
    expect(before).toHaveLength(4);
    await apply([{ ...replay(first, change()), operations }]);
    expect(await updates()).toEqual(before);
  });
});
