import { describe, expect, it } from '@jest/globals';
import { commandLine } from './command-line.js';
import { startPipeline } from './pipeline.js';

const { service, host, token, userId, project } = await startPipeline();
const { make } = service;
const { slipway } = await commandLine({ SLIPWAY_HOST: host, SLIPWAY_TOKEN: token });

async function freshProject() {
  const made = await make.project(project.accountId);
  const inProject = (args: readonly string[], env = {}) =>
    slipway(args, { env: { SLIPWAY_PROJECT: String(made.id), ...env } });
  return { made, inProject };
}

const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000);
const rowsOf = (out: string) => out.trimEnd().split('\n');

describe('slipway build list', () => {
  it('follows cursors beyond one page', async () => {
    const { made, inProject } = await freshProject();
    for (let n = 0; n < 120; n += 1) await make.buildRun(made);
    const { code, out } = await inProject(['build', 'list', '--limit', '110', '--json', 'id']);
    const ids = (JSON.parse(out) as { id: string }[]).map(({ id }) => id);
    expect([code, ids.length, new Set(ids).size]).toEqual([0, 110, 110]);
    expect(rowsOf((await inProject(['build', 'list', '-L', '500'])).out)).toHaveLength(120);
  });

  it('filters by job, branch, changelist, commit, number and time', async () => {
    const { made, inProject } = await freshProject();
    const commitHash = 'c'.repeat(40);
    await make.buildRun(made, { jobName: 'Tide-Win64', buildNumber: '1', branch: 'main', createdAt: ago(80) });
    await make.buildRun(made, { jobName: 'Tide-PS5', buildNumber: '2', changelist: '48213', createdAt: ago(30) });
    await make.buildRun(made, { jobName: 'Tide-Win64', buildNumber: '3', commitHash, createdAt: ago(1) });
    const numbers = async (...filter: string[]) => {
      const { out } = await inProject(['build', 'list', ...filter, '--jq', '[.[].build_number] | join(",")']);
      return out.trim();
    };
    expect(await numbers('--job', 'Tide-Win64')).toBe('3,1');
    expect(await numbers('--branch', 'main')).toBe('1');
    expect(await numbers('--changelist', '48213')).toBe('2');
    expect(await numbers('--commit', 'ccccccc')).toBe('3');
    expect(await numbers('--number', '2')).toBe('2');
    expect(await numbers('--since', '2d')).toBe('3,2');
    expect(await numbers('--since', '90m')).toBe('3');
    expect(await numbers('--until', '2d')).toBe('1');
    expect(await numbers('--since', ago(31).toISOString(), '--until', '2h')).toBe('2');
    expect(await inProject(['build', 'list', '--since', 'lately'])).toMatchObject({ code: 1, out: '' });
  });
});

describe('a build', () => {
  it('is found by its number and job, and by its id', async () => {
    const { made, inProject } = await freshProject();
    const { id } = await make.buildRun(made, { jobName: 'Tide-Mac', buildNumber: '1848', status: 'failed' });
    for (const args of [[String(id)], ['1848', '--job', 'Tide-Mac'], ['#1848', '-j', 'Tide-Mac']]) {
      const viewed = await inProject(['build', 'view', ...args, '--json', 'id']);
      expect(viewed).toMatchObject({ code: 0, out: `{"id":"${id}"}\n` });
    }
    const log = await inProject(['build', 'log', '1848', '--job', 'Tide-Mac']);
    expect(log).toMatchObject({ code: 0, out: '' });
    const other = await inProject(['build', 'view', '1848', '--job', 'Tide-Linux']);
    expect(other).toMatchObject({
      code: 1,
      err: expect.stringContaining('No build of the job "Tide-Linux" has the number 1848.'),
    });
  });

  it('that no id names is explained, with the builds that have this number', async () => {
    const { made, inProject } = await freshProject();
    const { id } = await make.buildRun(made, { jobName: 'Tide-Deck', buildNumber: '99001848' });
    const { code, err } = await inProject(['build', 'view', '99001848']);
    expect(code).toBe(1);
    expect(err).toMatch(/^error: No build of the project has the id 99001848\.\n/);
    expect(err).toContain(`  slipway build view ${id}   # Tide-Deck\n`);
    const none = await inProject(['build', 'watch', '99001849']);
    expect(none).toMatchObject({
      code: 1,
      err: expect.stringContaining('List builds with `slipway build list`.'),
    });
  });

  it('is the newest one, or the newest of a job, if watch is given no id', async () => {
    const { made, inProject } = await freshProject();
    expect(await inProject(['build', 'watch'])).toMatchObject({
      code: 1,
      err: 'error: The project has no builds.\n',
    });
    await make.buildRun(made, { jobName: 'Tide-A', buildNumber: '77001', createdAt: ago(2) });
    await make.buildRun(made, { jobName: 'Tide-B', buildNumber: '77002', createdAt: ago(1) });
    expect((await inProject(['build', 'watch'])).out).toContain('title:\tTide-B #77002\n');
    expect((await inProject(['build', 'watch', '--job', 'Tide-A'])).out).toContain('title:\tTide-A #77001\n');
  });

  it('shows the failed step of its log with --log-failed', async () => {
    const { made, inProject } = await freshProject();
    const noise = Array.from({ length: 3_000 }, (_, n) => `[${n}/3000] Compile Module.${n}.cpp`);
    const failing = ['$ make test', 'expected 2, got 3', 'Exited with code exit status 1'];
    const content = [
      '$ make',
      ...noise,
      'Exited with code exit status 0',
      ...failing,
      '$ rm -r tmp',
      'removed',
    ].join('\n');
    const log = { create: { content, receivedAt: new Date() } };
    const { id } = await make.buildRun(made, { status: 'failed', hasLog: true, log });
    expect(await inProject(['build', 'view', String(id), '--log-failed'])).toEqual({
      code: 0,
      out: `${failing.join('\n')}\n`,
      err: '',
    });
    const { id: passed } = await make.buildRun(made, { status: 'completed' });
    expect(await inProject(['build', 'view', String(passed), '--log-failed'])).toEqual({
      code: 0,
      out: '',
      err: '',
    });
  });
});

describe('slipway status', () => {
  it('shows broken jobs, builds with my changes, and my open tasks', async () => {
    const { made, inProject } = await freshProject();
    await make.change(made, { identifier: '61001', authorUserId: userId });
    const builds = [
      { jobName: 'Tide-1', buildNumber: '66001', status: 'completed', createdAt: ago(9) },
      { jobName: 'Tide-1', buildNumber: '66002', status: 'failed', createdAt: ago(8) },
      { jobName: 'Tide-1', buildNumber: '66003', status: 'failed', changelist: '61001', createdAt: ago(7) },
      { jobName: 'Tide-2', buildNumber: '66004', status: 'completed', createdAt: ago(6) },
    ];
    for (const fields of builds) await make.buildRun(made, fields);
    await make.task(made, { title: 'Mine', userId });
    await make.task(made, { title: 'Done', userId, state: 'completed' });
    await make.task(made, { title: 'Unassigned' });
    const { out } = await inProject(['status', '--json', 'broken_jobs,builds,tasks']);
    const status = JSON.parse(out) as Record<string, readonly Record<string, never>[]>;
    expect(status['broken_jobs']).toMatchObject([
      { job: 'Tide-1', build: { build_number: '66003' }, since: { build_number: '66002' } },
    ]);
    expect(status['builds']).toMatchObject([{ build_number: '66003' }]);
    expect(status['tasks']).toMatchObject([{ title: 'Mine' }]);
    const piped = await inProject(['status']);
    expect(piped.out).toMatch(/\nBroken jobs:\n\d+ {2}Tide-1 {2}broken since #66002, 8 hours ago\n/);
  });
});

describe('the account', () => {
  it('of the feed is that of the selected project, unless the command line names another', async () => {
    const second = await make.studio();
    const theirs = await make.project(second.accountId);
    await service.database.prisma.accountMembership.create({ data: { accountId: second.accountId, userId } });
    await make.buildRun(theirs, { status: 'failed', jobName: 'Elsewhere', finishedAt: new Date() });
    const jobs = async (args: readonly string[], env = {}) =>
      (await slipway(['events', ...args, '--jq', '.[].message'], { env })).out;
    expect(await jobs(['--project', String(theirs.id), '--since', '2d'])).toContain('Elsewhere');
    expect(await jobs([], { SLIPWAY_PROJECT: String(theirs.id) })).toContain('Elsewhere');
    expect(await jobs([], { SLIPWAY_PROJECT: String(project.id) })).not.toContain('Elsewhere');
    expect(await jobs([])).not.toContain('Elsewhere');
    for (const option of ['--account', '--account-id'])
      expect(await jobs([option, String(second.accountId)])).toContain('Elsewhere');
    const { out } = await slipway(['whoami', '--jq', '.accounts[].id']);
    expect(rowsOf(out)).toEqual([String(project.accountId), String(second.accountId)]);
  });
});

describe('two names of one option', () => {
  it.each(['--type', '--task-type'])('%s sets and filters the type of a task', async (option) => {
    const { inProject } = await freshProject();
    const created = await inProject([
      'task',
      'create',
      '--title',
      'Oil it',
      option,
      'chore',
      '--jq',
      '.task_type',
    ]);
    expect(created).toMatchObject({ code: 0, out: 'chore\n' });
    expect(rowsOf((await inProject(['task', 'list', option, 'chore'])).out)).toHaveLength(1);
    expect((await inProject(['task', 'list', option, 'bug'])).out).toBe('');
    expect((await inProject(['task', 'list', option, 'huge'])).err).toContain('Allowed choices are bug, feature');
  });
});

describe('completion', () => {
  const candidates = async (words: readonly string[], env = {}) =>
    rowsOf((await slipway(['__complete', '--', ...words], { env })).out).map((line) => line.split('\t'));

  it('offers the names of projects and the ids of the newest builds', async () => {
    const { made } = await freshProject();
    const { id } = await make.buildRun(made, { jobName: 'Tide-Tab', buildNumber: '55001', status: 'failed' });
    await service.database.prisma.project.update({ where: { id: made.id }, data: { name: 'Tab Harbor' } });
    expect(await candidates(['build', 'list', '--project', 'Tab'])).toEqual([
      ['Tab Harbor', `unreal project ${made.id}`],
    ]);
    const described = [String(id), 'Tide-Tab #55001 failed'];
    expect(await candidates(['build', 'view', '-p', 'Tab Harbor', String(id)])).toEqual([described]);
    expect(await candidates(['build', 'watch', ''], { SLIPWAY_PROJECT: String(made.id) })).toContainEqual(
      described,
    );
    expect(await candidates(['report', 'outbox', 'd'])).toEqual([
      ['drop', 'Delete reports from the outbox without sending them'],
    ]);
  });

  it('offers nothing, silently, if the service does not answer or nobody is signed in', async () => {
    for (const env of [{ SLIPWAY_TOKEN: '' }, { SLIPWAY_HOST: 'http://127.0.0.1:9' }])
      expect(await slipway(['__complete', '--', 'build', 'list', '-p', ''], { env })).toEqual({
        code: 0,
        out: '',
        err: '',
      });
  });
});
