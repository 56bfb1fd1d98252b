import { beforeAll, describe, expect, it } from '@jest/globals';
import { serveConsole } from './served-console.js';

const served = await serveConsole();
const { database, accountId, project, owner, member, outsider } = served;
const { prisma } = database;
const builds = `/projects/${project.id}/builds`;
const SHA = 'abcdef0123456789abcdef0123456789abcdef01';
const DAY_MS = 86_400_000;
const YESTERDAY = Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS;
const minutes = (number: number) => new Date(YESTERDAY + number * 60_000);

const ids: Record<string, string> = {};

beforeAll(async () => {
  const { id: integrationId } = await served.make.integration(project, 'jenkins');
  const place = { accountId, projectId: project.id, integrationId };
  const change = (identifier: string, at: number, extra: object = {}) => ({
    ...place,
    identifier,
    displayIdentifier: identifier.slice(0, 8),
    sourceType: 'GitCommit' as const,
    branch: 'main',
    author: 'ana <ana@studio.example>',
    description: 'Add fog',
    timestamp: minutes(at),
    createdAt: minutes(at),
    ...extra,
  });
  await prisma.change.create({ data: change('1'.repeat(40), 5) });
  await prisma.change.create({ data: change(SHA, 25, { authorUserId: member.id }) });
  const build = (number: string, at: number, extra: object) => ({
    ...place,
    buildType: 'unreal' as const,
    jobKey: 'game',
    jobName: 'game',
    buildNumber: number,
    branch: 'main',
    statusAt: minutes(at + 10),
    createdAt: minutes(at),
    startedAt: minutes(at + 1),
    finishedAt: minutes(at + 10),
    durationSeconds: 540,
    status: 'completed' as const,
    ...extra,
  });
  const failed = { status: 'failed', commitHash: SHA, hasLog: true };
  const tools = { jobKey: 'tools', jobName: 'tools', branch: 'release', changelist: '4711' };
  const rows = [
    build('1', 10, { commitHash: '1'.repeat(40), actor: 'bob@studio.example' }),
    build('2', 30, { ...failed, actorUserId: owner.id, durationSeconds: 1_080 }),
    build('3', 50, { ...tools, startedAt: minutes(41), finishedAt: minutes(49) }),
  ];
  for (const data of rows) {
    const { id } = await prisma.buildRun.create({ data });
    ids[data.buildNumber] = String(id);
  }
  const content = 'one\r\nmail bob@studio.example\nlast\n';
  const ofLog = { buildRunId: BigInt(ids['2'] ?? 0), receivedAt: minutes(40) };
  await prisma.buildLog.create({ data: { ...ofLog, content, truncated: true } });
});

const numbersOf = (body: { builds: { build_number: string }[] }) => body.builds.map((build) => build.build_number);

describe('GET /console/api/projects/:project_id/builds', () => {
  it('lists builds newest first, with the user who started them, the job median and the change', async () => {
    const { status, body } = await owner.browser.call('GET', builds);
    expect(status).toBe(200);
    expect(numbersOf(body as never)).toEqual(['3', '2', '1']);
    const [, second, first] = body.builds;
    const { name } = await prisma.user.findUniqueOrThrow({ where: { id: owner.id } });
    expect(second).toMatchObject({ started_by: name, median_seconds: 540, investigation: null, cause: null });
    expect(second.change_id).not.toBeNull();
    expect(first.started_by).not.toContain('@');
  });

  it.each([
    ['?q=2', ['2']],
    ['?q=%232', ['2']],
    ['?q=4711', ['3']],
    ['?q=abcdef0', ['2']],
    ['?status=failed', ['2']],
    ['?job=tools', ['3']],
    ['?branch=main', ['2', '1']],
    ['?build_type=unity', []],
  ])('%s finds %j', async (query, numbers) => {
    const { body } = await member.browser.call('GET', `${builds}${query}`);
    expect(numbersOf(body as never)).toEqual(numbers);
  });

  it('a build whose number, changelist and commit all match the search appears once', async () => {
    const text = '1234567';
    const { integrationId } = await prisma.buildRun.findFirstOrThrow({ where: { projectId: project.id } });
    const job = { accountId, projectId: project.id, integrationId, jobKey: 'named', jobName: 'named' };
    await prisma.buildRun.createMany({
      data: [
        { ...job, buildNumber: text, changelist: text, commitHash: text.padEnd(40, '0') },
        { ...job, buildNumber: '1', changelist: text, commitHash: text },
      ].map((build) => ({ ...build, buildType: 'unreal', status: 'completed', statusAt: minutes(1) })),
    });
    const { body } = await owner.browser.call('GET', `${builds}?q=${text}`);
    await prisma.buildRun.deleteMany({ where: { projectId: project.id, jobKey: 'named' } });
    expect(numbersOf(body as never).toSorted()).toEqual(['1', text]);
  });

  it('finds the builds that finished in a period, even if they were first reported after it', async () => {
    const period = new URLSearchParams({
      finished_from: minutes(35).toISOString(),
      finished_to: minutes(50).toISOString(),
    });
    expect(numbersOf((await member.browser.call('GET', `${builds}?${period}`)).body as never)).toEqual(['3', '2']);
  });

  it('pages by cursor', async () => {
    const first = (await owner.browser.call('GET', `${builds}?limit=2`)).body;
    expect(numbersOf(first as never)).toEqual(['3', '2']);
    const cursor = encodeURIComponent(first.pagination.next_cursor);
    const second = (await owner.browser.call('GET', `${builds}?limit=2&cursor=${cursor}`)).body;
    expect(numbersOf(second as never)).toEqual(['1']);
    expect(second.pagination).toMatchObject({ has_more: false, next_cursor: null });
  });

  it('422: an unknown status; 400: a cursor from another list', async () => {
    expect((await owner.browser.call('GET', `${builds}?status=broken`)).status).toBe(422);
    expect((await owner.browser.call('GET', `${builds}?cursor=x`)).status).toBe(400);
  });

  it('404: for a user outside the account', async () => {
    for (const path of [
      builds,
      `${builds}/${ids['2']}`,
      `${builds}/${ids['2']}/log`,
      `/projects/${project.id}/jobs`,
    ])
      expect((await outsider.browser.call('GET', path)).status).toBe(404);
  });
});

describe('GET /console/api/projects/:project_id/jobs', () => {
  it('shows the latest builds of every job, oldest first, and the branches', async () => {
    const { body } = await owner.browser.call('GET', `/projects/${project.id}/jobs`);
    expect(body).toMatchObject({
      jobs: [
        { name: 'game', median_seconds: 540, builds: [{ build_number: '1' }, { build_number: '2' }] },
        { name: 'tools', builds: [{ build_number: '3' }] },
      ],
      branches: ['main', 'release'],
    });
  });
});

describe('GET /console/api/projects/:project_id/builds/:build_run_id', () => {
  it('shows a build with its neighbors, the changes since the last passing build, and the credits', async () => {
    const { body } = await owner.browser.call('GET', `${builds}/${ids['2']}`);
    const { name } = await prisma.user.findUniqueOrThrow({ where: { id: member.id } });
    expect(body).toMatchObject({
      status: 'failed',
      previous: { build_number: '1' },
      next: null,
      last_passing: { build_number: '1', status: 'completed' },
      broken_since: null,
      changes: [{ identifier: SHA, person: name, is_suspect: false }],
      changes_cut: false,
      attributed_to: null,
      credits: { required: 1 },
    });
    expect(JSON.stringify(body)).not.toContain('@studio');
  });

  it('marks the change named by the investigation', async () => {
    const base = { accountId, projectId: project.id, buildRunId: BigInt(ids['2'] ?? 0), creditsCharged: 1 };
    const { id: changeId } = await prisma.change.findFirstOrThrow({
      where: { projectId: project.id, identifier: SHA },
    });
    await prisma.investigation.create({
      data: {
        ...base,
        status: 'completed',
        chargedOn: minutes(0),
        attributedUserId: member.id,
        diagnosis: 'A symbol is missing.',
        suspects: [
          { changeId: Number(changeId), reason: 'Touched Fog.cpp, where the build fails.', confidence: 0.9 },
        ],
      },
    });
    const { body } = await owner.browser.call('GET', `${builds}/${ids['2']}`);
    const { name } = await prisma.user.findUniqueOrThrow({ where: { id: member.id } });
    expect(body).toMatchObject({
      changes: [{ is_suspect: true }],
      attributed_to: name,
      suspects: [{ id: Number(changeId), person: name, reason: 'Touched Fog.cpp, where the build fails.' }],
    });
    const compared = await owner.browser.call('GET', `${builds}/${ids['1']}/compare/${ids['2']}`);
    expect(compared.body.changes).toMatchObject([{ id: Number(changeId), is_suspect: true }]);
  });

  it('404: a build that is not in the project', async () => {
    expect((await owner.browser.call('GET', `${builds}/999999`)).status).toBe(404);
    expect((await owner.browser.call('GET', `${builds}/x`)).status).toBe(404);
  });
});

describe('GET /console/api/projects/:project_id/builds/:build_run_id/log', () => {
  it('returns the whole log without email addresses', async () => {
    const { body } = await member.browser.call('GET', `${builds}/${ids['2']}/log`);
    expect(body).toEqual({ from_line: 1, lines: ['one', 'mail bob', 'last'], truncated: true });
  });

  it('returns nothing for a build without a log', async () => {
    expect((await member.browser.call('GET', `${builds}/${ids['1']}/log`)).body).toEqual({
      lines: [],
      from_line: 1,
      truncated: false,
    });
  });
});

describe('GET /console/api/projects/:project_id/builds/:build_run_id/compare/:other_build_run_id', () => {
  const between = (one: string, other: string) => `${builds}/${ids[one]}/compare/${ids[other]}`;

  it('lists the changes between two builds, in whichever order they are named', async () => {
    const { body } = await owner.browser.call('GET', between('1', '2'));
    expect(body).toMatchObject({ changes: [{ identifier: SHA }], changes_cut: false });
    expect((await owner.browser.call('GET', between('2', '1'))).body).toEqual(body);
  });

  it('404: for an unknown build and for a user outside the account', async () => {
    expect((await owner.browser.call('GET', `${builds}/${ids['1']}/compare/999999`)).status).toBe(404);
    expect((await outsider.browser.call('GET', between('1', '2'))).status).toBe(404);
  });
});

describe('GET /console/api/projects/:project_id/changes', () => {
  const changes = `/projects/${project.id}/changes`;
  const identifiersOf = (body: { changes: { identifier: string }[] }) =>
    body.changes.map(({ identifier }) => identifier.slice(0, 4));

  it('lists changes newest first, with the newest build of each job and the author’s name', async () => {
    const { body } = await member.browser.call('GET', changes);
    const { name } = await prisma.user.findUniqueOrThrow({ where: { id: member.id } });
    expect(body.changes).toMatchObject([
      { identifier: SHA, author: name, builds: [{ id: ids['2'], job_name: 'game', status: 'failed' }] },
      { author: 'ana', builds: [{ id: ids['1'], status: 'completed' }] },
    ]);
  });

  it('finds changes by the words of their message, the start of their hash, and their author', async () => {
    await prisma.change.updateMany({ where: { identifier: SHA }, data: { description: 'Tune the harbor fog' } });
    const found = async (query: string) =>
      identifiersOf((await member.browser.call('GET', `${changes}?${query}`)).body as never);
    expect(await found('q=fog+harbor')).toEqual(['abcd']);
    expect(await found('q=ABCDEF0')).toEqual(['abcd']);
    expect(await found('q=100%25')).toEqual([]);
    expect(await found('author=ana')).toEqual(['1111']);
    expect(await found('author=nobody')).toEqual([]);
    const { body } = await member.browser.call('GET', `/projects/${project.id}/change_authors`);
    const { name } = await prisma.user.findUniqueOrThrow({ where: { id: member.id } });
    expect(body.authors.toSorted()).toEqual(['ana', name].toSorted());
    expect(await found(new URLSearchParams({ author: name }).toString())).toEqual(['abcd']);
  });

  it('404: for a user outside the account', async () => {
    expect((await outsider.browser.call('GET', changes)).status).toBe(404);
  });
});

describe('GET /console/api/projects/:project_id/changes/:change_id', () => {
  it('shows a change with its author and builds', async () => {
    const { id } = await prisma.change.findFirstOrThrow({ where: { identifier: SHA } });
    const { body } = await owner.browser.call('GET', `/projects/${project.id}/changes/${id}`);
    const { name } = await prisma.user.findUniqueOrThrow({ where: { id: member.id } });
    expect(body).toMatchObject({
      identifier: SHA,
      person: name,
      branch: 'main',
      builds: [{ number: '2' }],
      tasks: [],
    });
    expect(body.author).not.toContain('@');
    expect((await outsider.browser.call('GET', `/projects/${project.id}/changes/${id}`)).status).toBe(404);
  });
});

describe('GET /console/api/accounts/:account_id/home', () => {
  it('shows the build and change that broke the main job, and to whom it is attributed', async () => {
    const { body } = await member.browser.call('GET', `/accounts/${accountId}/home`);
    const { name } = await prisma.user.findUniqueOrThrow({ where: { id: member.id } });
    expect(body.projects).toMatchObject([
      {
        id: project.id,
        job: 'game',
        builds: [{ build_number: '1' }, { build_number: '2' }],
        broken: {
          since: { build_number: '2' },
          failures: 1,
          is_open_ended: false,
          change: { display_identifier: SHA.slice(0, 8) },
          investigation: 'completed',
          attributed_to: name,
        },
      },
    ]);
    expect(body).toMatchObject({ waiting_approvals: 0, deliveries: [], rollup: { total_projects: 1 } });
  });
});

describe('GET /console/api/accounts/:account_id/search', () => {
  it('finds builds, changes and projects, without email addresses', async () => {
    const kinds = async (q: string) =>
      (await member.browser.call('GET', `/accounts/${accountId}/search?q=${encodeURIComponent(q)}`)).body.results;
    expect(await kinds('#2')).toMatchObject([{ kind: 'build', title: 'game #2', url: `${builds}/${ids['2']}` }]);
    expect(await kinds('abcd')).toMatchObject([{ kind: 'change' }]);
    expect(await kinds('%')).toEqual([]);
    expect(await kinds('')).toEqual([]);
  });
});

it.each(['home', 'search?q=2'])(
  'GET /console/api/accounts/:account_id/%s: 404 for a user outside',
  async (page) => {
    expect((await outsider.browser.call('GET', `/accounts/${accountId}/${page}`)).status).toBe(404);
  },
);
