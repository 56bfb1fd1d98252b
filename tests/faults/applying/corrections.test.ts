import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import type { BuildReport, ChangeReport } from '@slipway/domain';
import { factories, openTestDatabase, testDatabase } from '@slipway/testing';
import { applier, type ToldDelivery } from './applier.js';
import { dump } from './dump.js';

const { url } = await testDatabase();
const database = openTestDatabase(url);
afterAll(() => database.close());
const make = factories(database);
const { accountId } = await make.studio();

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

type Told = BuildReport | ChangeReport;

function delivery(operation: Told, second = 0): ToldDelivery & { id: string } {
  const id = randomUUID();
  return { id, key: `id:${id}`, receivedAt: START + second * 1_000, operations: [operation] };
}

/** What a delivery is read as later. */
function replay({ id = '', key, receivedAt = 0 }: ToldDelivery, operation: Told): ToldDelivery {
  const again = randomUUID();
  return {
    id: again,
    key: `replay:${again}`,
    receivedAt,
    operations: [operation],
    replay: { of: id, key, requestedAt: START + 3_600_000 },
  };
}

async function projectWith(...told: ToldDelivery[]) {
  const project = await make.project(accountId);
  const { id: integrationId } = await make.integration(project, 'perforce');
  const { apply, projectId } = applier(database, { ...project, integrationId, provider: 'perforce' });
  for (const item of told) await apply([item]);
  return {
    apply: (...batch: ToldDelivery[]) => apply(batch),
    rows: () => dump(database.pool, projectId),
    run: () => database.prisma.buildRun.findFirstOrThrow({ where: { projectId } }),
    log: () => database.prisma.buildLog.findFirstOrThrow({ where: { buildRun: { projectId } } }),
    artifacts: () => database.prisma.buildArtifact.findMany({ where: { buildRun: { projectId } } }),
    change: () => database.prisma.change.findFirstOrThrow({ where: { projectId }, include: { files: true } }),
  };
}

describe('a replay that reads a build otherwise', () => {
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
    ['alone', (again: ToldDelivery) => [again]],
    ['before a later report', (again: ToldDelivery) => [again, later]],
    ['behind a later report', (again: ToldDelivery) => [later, again]],
  ])('corrects it, %s', async (_, batch) => {
    const { apply, run, log, artifacts } = await projectWith(misread);
    await apply(...batch(replay(misread, right)));
    expect(await run()).toMatchObject({ branch: 'main', durationSeconds: 9 });
    expect(await log()).toMatchObject({ content: 'all of it' });
    expect(await artifacts()).toMatchObject([{ sizeBytes: 90n, url: 'https://a.example.com' }]);
  });

  it('lends its weight to no other report of its batch', async () => {
    const { apply, run } = await projectWith(delivery(build({ branch: 'main' })));
    const early = build({ reportedAt: START - 1_000 });
    await apply(replay(delivery(early), early), delivery(build({ branch: 'feature' }), 1));
    expect(await run()).toMatchObject({ branch: 'main' });
  });

  it('leaves alone what a later report said', async () => {
    const said = { branch: 'release', log: { content: 'a', truncated: false } };
    const { apply, run, log } = await projectWith(
      misread,
      delivery(build({ reportedAt: START + 1_000, ...said }), 1),
    );
    await apply(replay(misread, right));
    expect(await run()).toMatchObject({ branch: 'release' });
    expect(await log()).toMatchObject({ content: 'a' });
  });
});

describe('a replay that reads a change otherwise', () => {
  const [one, two, three] = ['a.txt', 'b.txt', 'c.txt'].map((path) => ({ path, action: 'edit' as const }));
  if (one === undefined || two === undefined || three === undefined) throw new Error('no files');
  const misread = delivery(change({ files: [one, two, three], branch: 'main' }));

  it('corrects its files, also to fewer, and stays with that', async () => {
    const { apply, change: stored, rows } = await projectWith(misread);
    const again = change({ files: [one], branch: 'main' });
    await apply(replay(misread, again));
    expect(await stored()).toMatchObject({ fileCount: 1, files: [{ path: 'a.txt' }] });
    const before = await rows();
    await apply(replay(misread, again), { ...misread, key: 'id:late', receivedAt: START + 1 });
    expect(await rows()).toEqual(before);
  });

  it('leaves alone the files that another delivery told', async () => {
    const fewer = delivery(change({ files: [one] }), 1);
    const { apply, rows } = await projectWith(misread, fewer);
    const before = await rows();
    await apply(replay(fewer, change({ files: [one] })));
    expect(await rows()).toEqual(before);
  });
});

describe('a replay that reads what it read before', () => {
  it('changes nothing, even where one delivery says a thing twice', async () => {
    const [more, less] = [build({ branch: 'b' }), build({ branch: 'a' })];
    const twice = { ...delivery(more), operations: [more, less] };
    const { apply, rows } = await projectWith(twice);
    const before = await rows();
    await apply({ ...replay(twice, more), operations: [more, less] });
    expect(await rows()).toEqual(before);
  });
});
