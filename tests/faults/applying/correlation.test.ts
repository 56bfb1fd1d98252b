import { afterAll, describe, expect, it } from '@jest/globals';
import type { BuildReport, ChangeReport, DeploymentReport, Operation } from '@slipway/domain';
import { factories, openTestDatabase, testDatabase } from '@slipway/testing';
import { applier } from './applier.js';

const { url } = await testDatabase();
const database = openTestDatabase(url);
afterAll(() => database.close());
const { prisma } = database;
const make = factories(database);
const { accountId, userId } = await make.studio();

const AT = Date.UTC(2026, 0, 1);

/** A project of its own, and how to tell it things. */
async function newProject(provider = 'github') {
  const project = await make.project(accountId);
  const { id: integrationId } = await make.integration(project, provider);
  const { apply } = applier(database, { ...project, integrationId, provider });
  let told = 0;
  const tell = (...operations: Operation[]) => {
    told += 1;
    return apply([{ key: String(told), operations }]);
  };
  return { ...project, tell };
}

const change = (fields: Partial<ChangeReport>): ChangeReport => ({
  kind: 'change',
  repository: 'studio/harbor',
  identifier: 'c1',
  displayIdentifier: 'c1',
  sourceType: 'GitCommit',
  timestamp: AT,
  ...fields,
});
const build = (fields: Partial<BuildReport>): BuildReport => ({
  kind: 'build_report',
  jobName: 'win',
  buildNumber: '7',
  attempt: 1,
  status: 'completed',
  originalStatus: null,
  reportedAt: AT,
  ...fields,
});
const deployment = (fields: Partial<DeploymentReport>): DeploymentReport => ({
  kind: 'deployment',
  platform: 'steam',
  buildNumber: '7',
  branch: '',
  externalId: '480',
  event: 'live',
  status: 'live',
  at: AT,
  ...fields,
});

/** The job of the build that the project's deployment is linked with. */
async function linked(projectId: number): Promise<string | null> {
  const { buildRunId } = await prisma.deployment.findFirstOrThrow({ where: { projectId } });
  return (await prisma.buildRun.findUnique({ where: { id: buildRunId ?? 0 } }))?.jobName ?? null;
}

describe('people', () => {
  const authorOf = async (projectId: number) =>
    (await prisma.change.findFirst({ where: { projectId } }))?.authorUserId;
  const by = (uid: string | null) => change({ author: { label: 'Someone', uid } });

  it('are found by what is connected for the tool, in any case', async () => {
    const project = await newProject();
    await make.member(project, { uids: [{ provider: 'jira', uid: 'OctoCat' }] });
    const { userId: right } = await make.member(project, { uids: [{ provider: 'github', uid: 'OctoCat' }] });
    await project.tell(by('octocat'));
    expect(await authorOf(project.id)).toBe(right);
  });

  it('are found by an address, connected for any tool or their own', async () => {
    const [connected, own] = [await newProject(), await newProject()];
    const { userId: member } = await make.member(connected, {
      uids: [{ provider: 'jira', uid: 'Ann@studio.test' }],
    });
    await connected.tell(by('ann@STUDIO.test'));
    expect(await authorOf(connected.id)).toBe(member);
    const { email } = await prisma.user.findUniqueOrThrow({ where: { id: userId } });
    await own.tell(by(email.toUpperCase()));
    expect(await authorOf(own.id)).toBe(userId);
  });

  it('are found by an address that is told besides an identity nobody connected', async () => {
    const project = await newProject();
    const email = (await prisma.user.findUniqueOrThrow({ where: { id: userId } })).email;
    await project.tell(change({ author: { label: 'Ada', uid: 'nobody-knows', email } }));
    expect(await authorOf(project.id)).toBe(userId);
  });

  it('are nobody when two could be meant, or the one is of another account', async () => {
    const project = await newProject();
    for (const _ of [1, 2]) await make.member(project, { uids: [{ provider: 'github', uid: 'twin' }] });
    await project.tell(by('twin'));
    expect(await authorOf(project.id)).toBeNull();
    const elsewhere = await make.project((await make.studio()).accountId);
    await make.member(elsewhere, { uids: [{ provider: 'github', uid: 'stranger' }] });
    const other = await newProject();
    await other.tell(by('stranger'));
    expect(await authorOf(other.id)).toBeNull();
  });
});

describe('what a change names', () => {
  it('is linked: tasks of its own project and tracker keys', async () => {
    const [project, foreign] = [await newProject(), await newProject()];
    const [byKey, byAddress, other] = [
      await make.task(project),
      await make.task(project),
      await make.task(foreign),
    ];
    const address = `https://slipway.test/projects/${project.id}/tasks/${byAddress.id}`;
    const description = `ENG-12 task-${byKey.id} task-${other.id} see ${address} #3`;
    await project.tell(change({ description }));
    const links = await prisma.taskLink.findMany({ where: { projectId: project.id } });
    expect(links.map(({ taskId }) => taskId).toSorted()).toEqual([byKey.id, byAddress.id].toSorted());
    const mentions = await prisma.changeMention.findMany({ where: { projectId: project.id } });
    expect(mentions.map(({ key }) => key)).toEqual(['ENG-12', 'studio/harbor#3']);
  });
});

describe('a change told at second hand', () => {
  const own = change({ description: 'Fix the tide', files: [{ path: 'Content/T_Sky.png', action: 'edit' }] });
  const mentioned = change({
    repository: '',
    secondHand: true,
    description: 'Fix',
    author: { label: 'ci', uid: null },
    files: [{ path: 'Content/T_Sky.png', action: 'edit' }],
  });

  it.each([
    ['before', [mentioned, own]],
    ['after', [own, mentioned]],
  ])('%s its own source tells it is one change with it', async (_, told) => {
    const project = await newProject();
    const { id: ciId } = await make.integration(project, 'jenkins');
    const { apply } = applier(database, { ...project, integrationId: ciId, provider: 'jenkins' });
    for (const report of told) {
      if (report.secondHand) await apply([{ key: 'ci', operations: [report] }]);
      else await project.tell(report);
    }
    const changes = await prisma.change.findMany({ where: { projectId: project.id } });
    expect(changes.map(({ repository, description, author }) => [repository, description, author])).toEqual([
      ['studio/harbor', 'Fix the tide', 'ci'],
    ]);
    const [asset] = await prisma.asset.findMany({ where: { projectId: project.id }, include: { events: true } });
    expect([asset?.version, asset?.events.map(({ provider }) => provider)]).toEqual([1, ['github']]);
  });

  it('counts its events among those of the same moment as its source would have', async () => {
    const project = await newProject();
    await project.tell({ kind: 'asset_cooked', path: 'Content/T_Sky.png', at: AT, version: 1 });
    await project.tell(mentioned);
    await project.tell(own);
    const events = await prisma.assetEvent.findMany({
      where: { projectId: project.id },
      orderBy: { version: 'asc' },
    });
    expect(events.map(({ source, kind, version }) => [source, kind, version])).toEqual([
      ['cook:@1', 'created', 1],
      ['studio/harbor@c1', 'updated', 2],
    ]);
  });

  it('finds its author once a tool tells of it that knows who that is', async () => {
    const author = { label: 'ada', uid: 'ada-at-github' };
    await prisma.connectedAccount.create({ data: { userId, provider: 'github', uid: author.uid } });
    const project = await newProject();
    const { id: integrationId } = await make.integration(project, 'buildkite');
    const { apply } = applier(database, { ...project, integrationId, provider: 'buildkite' });
    await apply([{ key: 'ci', operations: [{ ...mentioned, author }] }]);
    await project.tell({ ...own, author });
    const [told] = await prisma.change.findMany({ where: { projectId: project.id } });
    expect(told?.authorUserId).toBe(userId);
  });

  it('by several tools is one change, for want of its source', async () => {
    const project = await newProject();
    for (const provider of ['jenkins', 'buildkite']) {
      const { id: integrationId } = await make.integration(project, provider);
      const { apply } = applier(database, { ...project, integrationId, provider });
      await apply([{ key: 'ci', operations: [mentioned] }]);
    }
    expect(await prisma.change.count({ where: { projectId: project.id } })).toBe(1);
  });
});

describe('builds of jobs that have a key', () => {
  const list = async (projectId: number) => {
    const rows = await prisma.buildRun.findMany({ where: { projectId }, orderBy: { jobKey: 'asc' } });
    return rows.map(({ jobKey, jobName, buildNumber, status }) => [jobKey, jobName, buildNumber, status]);
  };

  it('are told apart by it, whatever their names', async () => {
    const project = await newProject();
    await project.tell(build({ jobName: 'CI', jobKey: 'game' }), build({ jobName: 'CI', jobKey: 'tools' }));
    await project.tell(build({ jobName: 'CI', jobKey: 'tools', status: 'failed', reportedAt: AT + 1 }));
    expect(await list(project.id)).toEqual([
      ['game', 'CI', '7', 'completed'],
      ['tools', 'CI', '7', 'failed'],
    ]);
  });

  it.each([
    ['in order', (told: Operation[]) => told],
    ['in reverse', (told: Operation[]) => told.toReversed()],
  ])('stay one when their job is renamed, and show the later name, told %s', async (_, ordered) => {
    const project = await newProject();
    const attempts: Operation[] = [
      build({ jobName: 'CI', jobKey: 'game', status: 'failed' }),
      build({ jobName: 'Build', jobKey: 'game', attempt: 2, reportedAt: AT + 1 }),
    ];
    for (const told of ordered(attempts)) await project.tell(told);
    expect(await list(project.id)).toEqual([['game', 'Build', '7', 'completed']]);
  });
});

describe('a deployment', () => {
  it('is linked with its build, whichever comes first', async () => {
    const [first, second] = [await newProject(), await newProject()];
    await first.tell(build({}));
    await first.tell(deployment({}));
    await second.tell(deployment({}));
    expect(await linked(second.id)).toBeNull();
    await second.tell(build({}));
    expect([await linked(first.id), await linked(second.id)]).toEqual(['win', 'win']);
  });

  it('is linked with the build of its commit, and with no build of another', async () => {
    const project = await newProject();
    await project.tell(build({ jobName: 'aaa', commitHash: 'c1' }), deployment({ commitHash: 'c2' }));
    expect(await linked(project.id)).toBeNull();
    await project.tell(build({ jobName: 'zzz', commitHash: 'c2' }));
    expect(await linked(project.id)).toBe('zzz');
  });
});

describe('a tracker item', () => {
  const item = { kind: 'reference', externalId: '7', key: 'ENG-7', at: AT } as const;

  it.each(['as received', 'in the other order'])(
    'told of twice in a second is as it was told last, %s',
    async (order) => {
      const project = await make.project(accountId);
      const { id: integrationId } = await make.integration(project, 'github');
      const { apply } = applier(database, { ...project, integrationId, provider: 'github' });
      const deliveries = [
        { key: 'comment', receivedAt: AT + 100, operations: [{ ...item, state: 'open' }] },
        { key: 'close', receivedAt: AT + 200, operations: [{ ...item, state: 'closed' }] },
      ];
      for (const delivery of order === 'as received' ? deliveries : deliveries.toReversed())
        await apply([delivery]);
      const [reference] = await prisma.externalReference.findMany({ where: { projectId: project.id } });
      expect(reference?.state).toBe('closed');
    },
  );
});

describe('a changelist', () => {
  it('keeps the description it was given last, with or without its files', async () => {
    const project = await make.project(accountId);
    const { id: integrationId } = await make.integration(project, 'perforce');
    const { apply } = applier(database, { ...project, integrationId, provider: 'perforce' });
    const told = (description: string, fields: Partial<ChangeReport> = {}) =>
      change({ identifier: '12', sourceType: 'Changelist', repository: '', description, ...fields });
    const files = [{ path: '//depot/main/a.txt', action: 'edit' }] as const;
    await apply([{ key: 'edited', receivedAt: AT + 2, operations: [told('Fix the tide (ENG-9)')] }]);
    await apply([{ key: 'submitted', receivedAt: AT + 1, operations: [told('Work in progress', { files })] }]);
    const [row] = await prisma.change.findMany({ where: { projectId: project.id } });
    expect([row?.description, row?.fileCount]).toEqual(['Fix the tide (ENG-9)', 1]);
  });
});

describe('a deployment and a build that say their commit whole and short', () => {
  const whole = 'b81e47f09c3d5526aa1f7e60d2c94b8f3e7a9d15';
  const other = 'b81e47f19c3d5526aa1f7e60d2c94b8f3e7a9d15';
  it.each([
    ['a short one of a whole one', whole.slice(0, 8), whole],
    ['a whole one of a short one', whole, whole.slice(0, 8)],
  ])('are linked: %s', async (_, shipped, built) => {
    for (const buildNumber of ['', '7']) {
      const told = [
        build({ jobName: 'another', commitHash: other }),
        build({ jobName: 'right', commitHash: built }),
        deployment({ buildNumber, commitHash: shipped }),
      ];
      for (const order of [told, told.toReversed()]) {
        const project = await newProject();
        for (const operation of order) await project.tell(operation);
        expect(await linked(project.id)).toBe('right');
      }
    }
  });
});

describe('a deployment that several builds fit', () => {
  const orders = (told: readonly Operation[]): Operation[][] =>
    told.length < 2
      ? [[...told]]
      : told.flatMap((one) => orders(told.filter((other) => other !== one)).map((rest) => [one, ...rest]));
  const lint = build({ jobName: 'a-lint', status: 'failed', commitHash: 'c1' });
  const started = build({ jobName: 'b-game', status: 'building', commitHash: 'c1' });
  const passed = build({ jobName: 'b-game', status: 'completed', commitHash: 'c1', reportedAt: AT + 1 });
  const cases: [string, DeploymentReport][] = [
    ['number', deployment({})],
    ['commit', deployment({ buildNumber: '', commitHash: 'c1' })],
  ];

  it.each(cases)('is linked by %s with one that passed, in any order', async (_, shipped) => {
    for (const order of orders([lint, started, passed, shipped])) {
      const project = await newProject();
      for (const told of order) await project.tell(told);
      expect(await linked(project.id)).toBe('b-game');
    }
  });

  it('is linked with one underway before one that failed, and with none before the other otherwise', async () => {
    const project = await newProject();
    await project.tell(deployment({}), lint, started);
    expect(await linked(project.id)).toBe('b-game');
    await project.tell({ ...passed, status: 'failed' });
    expect(await linked(project.id)).toBe('a-lint');
    await project.tell({ ...passed, attempt: 2, status: 'passed_pending_approval' });
    expect(await linked(project.id)).toBe('b-game');
  });

  it('is linked with the right one when they end at once', async () => {
    for (let turn = 0; turn < 15; turn += 1) {
      const project = await newProject();
      await project.tell(deployment({}), { ...lint, status: 'building' }, started);
      await Promise.all([
        project.tell(build({ jobName: '0-docs', status: 'building', reportedAt: AT + 1 })),
        project.tell(passed),
        project.tell({ ...lint, reportedAt: AT + 1 }),
      ]);
      expect(await linked(project.id)).toBe('b-game');
    }
  });
});

describe('approvals', () => {
  const texture = (identifier: string, at: number) =>
    change({ identifier, timestamp: AT + at, files: [{ path: 'Content/T_Crate.png', action: 'edit' }] });

  it('are asked for once per commit, move to the newer one, and start anew after a decision', async () => {
    const project = await newProject();
    await prisma.project.update({ where: { id: project.id }, data: { approvalAssetTypes: ['texture'] } });
    const list = async () => {
      const rows = await prisma.approval.findMany({
        where: { projectId: project.id },
        orderBy: { createdAt: 'asc' },
      });
      return rows.map(({ commitSha, status, assetVersion }) => [commitSha, status, assetVersion]);
    };
    await project.tell(texture('c2', 2));
    await project.tell(texture('c1', 1));
    expect(await list()).toEqual([['c2', 'pending', 2]]);
    await project.tell(texture('c3', 3));
    expect(await list()).toEqual([['c3', 'pending', 3]]);
    const decided = { status: 'approved' as const, decidedAt: new Date() };
    await prisma.approval.updateMany({ where: { projectId: project.id }, data: decided });
    await prisma.asset.updateMany({ where: { projectId: project.id }, data: { approvalStatus: 'approved' } });
    await project.tell(texture('c3', 3));
    expect(await list()).toEqual([['c3', 'approved', 3]]);
    await project.tell(texture('c4', 4));
    expect(await list()).toEqual([
      ['c3', 'approved', 3],
      ['c4', 'pending', 4],
    ]);
    expect(await prisma.asset.findFirst({ where: { projectId: project.id } })).toMatchObject({
      version: 4,
      approvalStatus: 'pending',
    });
  });
});

describe('a trial', () => {
  const landed = change({ files: [{ path: 'Content/T_Crate.png', action: 'edit' }] });
  const trial: ChangeReport = { ...landed, trial: true };

  it('keeps its files, and touches no asset until it lands', async () => {
    const project = await newProject();
    const { id: projectId } = project;
    await prisma.project.update({ where: { id: projectId }, data: { approvalAssetTypes: ['texture'] } });
    const counts = async () => [
      await prisma.changeFile.count({ where: { change: { projectId } } }),
      await prisma.asset.count({ where: { projectId } }),
      await prisma.assetEvent.count({ where: { projectId } }),
      await prisma.approval.count({ where: { projectId } }),
    ];
    await project.tell(trial);
    expect(await counts()).toEqual([1, 0, 0, 0]);
    await project.tell(landed);
    await project.tell(trial);
    expect(await counts()).toEqual([1, 1, 1, 1]);
  });
});

describe('a cooked asset', () => {
  it('is versioned only by a new hash or version', async () => {
    const project = await newProject('game_engine');
    const cook = (fields: object) =>
      project.tell({ kind: 'asset_cooked', path: '/Game/SM_Hero', assetType: 'model', at: AT, ...fields });
    const version = async () => (await prisma.asset.findFirst({ where: { projectId: project.id } }))?.version;
    await cook({});
    await cook({});
    expect(await version()).toBe(1);
    await cook({ contentHash: 'a' });
    await cook({ contentHash: 'a', at: AT + 1 });
    expect(await version()).toBe(1);
    await cook({ contentHash: 'b' });
    expect(await version()).toBe(2);
    await cook({ contentHash: 'b', version: 9 });
    expect(await version()).toBe(9);
  });
});
