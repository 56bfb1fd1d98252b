import { beforeAll, describe, expect, it } from '@jest/globals';
import { LOGIN_SCOPES } from '@slipway/contracts';
import { LOCAL_JENKINS, rerunnableBuilds } from '../../rerunnable-build.js';
import { commandLine } from './command-line.js';
import { startPipeline } from './pipeline.js';

const { service, host, token, userId, project, ids } = await startPipeline(LOCAL_JENKINS);
const { make, database } = service;
const { slipway } = await commandLine({ SLIPWAY_HOST: host, SLIPWAY_TOKEN: token, SLIPWAY_PROJECT: project.name });
const rerunnable = await rerunnableBuilds(service);
const problem = () => database.prisma.problem.findUniqueOrThrow({ where: { id: BigInt(ids.problem) } });

describe('slipway problem', () => {
  it('resolves, reopens and ignores a problem, with a note', async () => {
    expect(await slipway(['problem', 'resolve', ids.problem, '--note', 'Fixed in CL 7.'])).toMatchObject({
      code: 0,
    });
    expect(await problem()).toMatchObject({ state: 'resolved', resolvedById: userId, note: 'Fixed in CL 7.' });
    await slipway(['problem', 'reopen', ids.problem]);
    expect(await problem()).toMatchObject({ state: 'open', note: 'Fixed in CL 7.' });
    await slipway(['problem', 'ignore', ids.problem]);
    expect((await problem()).state).toBe('ignored');
  });

  it('assigns a problem to a member of the project, to oneself or to nobody', async () => {
    await database.prisma.projectMembership.create({ data: { projectId: project.id, userId } });
    await slipway(['problem', 'assign', ids.problem, 'me']);
    expect((await problem()).assigneeUserId).toBe(userId);
    await slipway(['problem', 'assign', ids.problem, 'none']);
    expect((await problem()).assigneeUserId).toBeNull();
    const stranger = await make.studio();
    expect(await slipway(['problem', 'assign', ids.problem, `user:${stranger.userId}`])).toMatchObject({
      code: 1,
      err: expect.stringContaining('assignee_user_id must be a member of the project.'),
    });
    expect(await slipway(['problem', 'assign', ids.problem, 'Jonas'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('Expected: me, user:<user id> or none.'),
    });
  });

  it('takes, snoozes and wakes a problem', async () => {
    await slipway(['problem', 'reopen', ids.problem]);
    expect(await slipway(['problem', 'take', ids.problem], { columns: 80 })).toMatchObject({
      code: 0,
      err: expect.stringContaining(`You have taken problem ${ids.problem}.`),
    });
    expect((await problem()).assigneeUserId).toBe(userId);
    expect(await slipway(['problem', 'snooze', ids.problem, 'next-change'], { columns: 80 })).toMatchObject({
      code: 0,
      err: expect.stringContaining('Snoozed until it fails on a newer revision'),
    });
    expect(await problem()).toMatchObject({ snoozeEnds: 'next_change', snoozedById: userId });
    await slipway(['problem', 'wake', ids.problem]);
    expect((await problem()).snoozedUntil).toBeNull();
    expect(await slipway(['problem', 'snooze', ids.problem, 'soon'])).toMatchObject({ code: 1 });
  });

  it('marks a problem, and refuses other words', async () => {
    await slipway(['problem', 'mark', ids.problem, 'flaky']);
    expect((await problem()).mark).toBe('flaky');
    await slipway(['problem', 'mark', ids.problem, 'none']);
    expect((await problem()).mark).toBeNull();
    expect(await slipway(['problem', 'mark', ids.problem, 'odd'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('known, flaky, infrastructure, none'),
    });
  });

  it('says which scope a login lacks', async () => {
    const login = await make.apiToken(userId, { scopes: LOGIN_SCOPES });
    const { code, err } = await slipway(['problem', 'resolve', ids.problem], {
      env: { SLIPWAY_TOKEN: login.token },
    });
    expect([code, err]).toEqual([4, expect.stringContaining('This needs the scope write:problems')]);
  });
});

describe('slipway build rerun', () => {
  it('asks the tool once, also by job and number, and says what happened', async () => {
    const { build, started } = rerunnable;
    const { id, number } = await build(project);
    expect(await slipway(['build', 'rerun', id], { columns: 80 })).toMatchObject({
      code: 0,
      out: '',
      err: expect.stringContaining('Jenkins was asked to run the build again.'),
    });
    expect(await slipway(['build', 'rerun', number, '--job', 'Harbor-Rerun'], { columns: 80 })).toMatchObject({
      code: 0,
      err: expect.stringContaining('Jenkins was already asked less than a minute ago'),
    });
    expect(started()).toBe(1);
  });

  it('says why a build cannot be run again, and which scope a login lacks', async () => {
    expect(await slipway(['build', 'rerun', ids.running])).toMatchObject({
      code: 1,
      err: expect.stringContaining('The build has not finished yet.'),
    });
    const login = await make.apiToken(userId, { scopes: LOGIN_SCOPES });
    const env = { SLIPWAY_TOKEN: login.token };
    expect(await slipway(['build', 'rerun', ids.running], { env })).toMatchObject({
      code: 4,
      err: expect.stringContaining('This needs the scope run:builds'),
    });
  });
});

describe('slipway token', () => {
  it('revokes one of the user’s own tokens at once, and records it', async () => {
    const old = await make.apiToken(userId, { name: 'Old laptop' });
    const revoked = await slipway(['token', 'revoke', String(old.id)], { columns: 80 });
    expect(revoked).toMatchObject({ code: 0, err: expect.stringContaining('Revoked Old laptop') });
    expect(await slipway(['whoami'], { env: { SLIPWAY_TOKEN: old.token } })).toMatchObject({ code: 4 });
    expect(await slipway(['token', 'list', '--jq', `.[] | select(.id == ${old.id}) | .state`])).toMatchObject({
      out: 'revoked\n',
    });
    const entries = await database.prisma.auditEntry.findMany({
      where: { action: 'token.revoke', detail: { path: ['token_id'], equals: old.id } },
    });
    expect(entries).toMatchObject([{ userId, accountId: project.accountId }]);
    expect(await slipway(['token', 'revoke', String(old.id)])).toMatchObject({ code: 0 });
  });

  it('does not reach the tokens of others', async () => {
    const stranger = await make.studio();
    const theirs = await make.apiToken(stranger.userId);
    expect(await slipway(['token', 'revoke', String(theirs.id)])).toMatchObject({ code: 1 });
    expect((await database.prisma.apiToken.findUniqueOrThrow({ where: { id: theirs.id } })).revokedAt).toBeNull();
    const { out } = await slipway(['token', 'list', '--jq', '.[].id']);
    expect(out.split('\n')).not.toContain(String(theirs.id));
  });
});

describe('slipway change view', () => {
  const sha = '9f2c41ab7d3e5f60718293a4b5c6d7e8f9012345';
  beforeAll(async () => {
    await make.change(project, { identifier: '848317', sourceType: 'Changelist' });
    await make.change(project, { identifier: sha, sourceType: 'GitCommit' });
  });

  it.each([
    ['a changelist number', ['848317'], '848317'],
    ['a changelist number after CL', ['CL', '848317'], '848317'],
    ['a changelist number after CL, in quotes', ['cl 848317'], '848317'],
    ['a SHA', [sha], sha],
    ['the start of a SHA', [sha.slice(0, 8).toUpperCase()], sha],
  ])('finds a change by %s', async (_, words, identifier) => {
    const { code, out } = await slipway(['change', 'view', ...words, '--jq', '.identifier']);
    expect([code, out]).toEqual([0, `${identifier}\n`]);
  });

  it('takes a number for an id if a change has it', async () => {
    const other = await make.change(project, { identifier: ids.change, sourceType: 'Changelist' });
    const view = async (...words: string[]) => (await slipway(['change', 'view', ...words, '--jq', '.id'])).out;
    expect(await view(ids.change)).toBe(`${ids.change}\n`);
    expect(await view('CL', ids.change)).toBe(`${other.id}\n`);
  });

  it('asks for more characters if several SHAs begin alike, and finds none below seven characters', async () => {
    for (const last of ['a', 'b']) await make.change(project, { identifier: `77aa77aa${last.repeat(32)}` });
    expect(await slipway(['change', 'view', '77aa77aa'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('Several changes begin with this SHA.'),
    });
    expect(await slipway(['change', 'view', '77aa77'])).toMatchObject({ code: 1, out: '' });
  });
});

describe('slipway feed', () => {
  it('is another name of slipway events', async () => {
    const args = ['--days-back', '2', '--jq', '.[].message'];
    const [feed, events] = [await slipway(['feed', ...args]), await slipway(['events', ...args])];
    expect(feed).toEqual(events);
    expect(feed.out).not.toBe('');
  });

  it('takes the only account with a feed, and lists them if there are several', async () => {
    const poor = await make.studio();
    await database.prisma.account.update({ where: { id: poor.accountId }, data: { plan: 'free' } });
    const { token: theirs } = await make.apiToken(poor.userId);
    const env = { SLIPWAY_TOKEN: theirs, SLIPWAY_PROJECT: '' };
    expect(await slipway(['feed'], { env })).toMatchObject({
      code: 1,
      err: expect.stringContaining('None of your accounts has a feed'),
    });
    const join = async () => {
      const { accountId } = await make.studio();
      await database.prisma.accountMembership.create({ data: { accountId, userId: poor.userId } });
      const made = await make.project(accountId);
      await make.buildRun(made, { status: 'failed', jobName: 'Joined', finishedAt: new Date() });
      return accountId;
    };
    const first = await join();
    expect((await slipway(['feed', '--jq', '.[].message'], { env })).out).toContain('Joined');
    const second = await join();
    expect(await slipway(['feed'], { env })).toMatchObject({
      code: 1,
      err: expect.stringContaining(`Choose one with --account: ${first}, ${second}`),
    });
  });
});
