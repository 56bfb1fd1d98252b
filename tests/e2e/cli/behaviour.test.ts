import { describe, expect, it } from '@jest/globals';
import { freePort } from '@slipway/local';
import { commandLine } from './command-line.js';
import { startOtherServer } from './other-server.js';
import { startPipeline } from './pipeline.js';

const { service, host, token, project, ids } = await startPipeline();
const { slipway } = await commandLine({ SLIPWAY_HOST: host, SLIPWAY_TOKEN: token, SLIPWAY_PROJECT: project.name });

const closedPort = await freePort();

describe('an error', () => {
  it.each([
    [['biuld', 'list'], /unknown command 'biuld'\n\(Did you mean build\?\)/],
    [['build', 'lst'], /unknown command 'lst'\n\(Did you mean list\?\)/],
    [['build', 'list', '--stats', 'failed'], /Did you mean --status\?/],
    [['build', 'list', '--status', 'broken'], /Allowed choices are queued, preparing/],
    [['task', 'list', '--state', 'to_do,done'], /Allowed choices are to_do, in_progress/],
    [['build', 'list', '--limit', 'many'], /whole number/],
    [['build', 'list', '--limit', '60'], /at most 50 rows/],
    [['build', 'view'], /missing required argument 'id'/],
    [['build', 'view', '12x'], /\nRequest id: \S+\n$/],
    [['build', 'view', '999999999'], /\nRequest id: \S+\n$/],
    [['build', 'investigate', ids.build], /\nRequest id: \S+\n$/],
    [['task', 'list', '--updated-since', 'yesterday'], /updated_since must be.*\nRequest id: \S+\n$/],
    [['task', 'list', '--assignee', 'jonas'], /\nExpected: handle:<agent-handle>/],
    [['task', 'create', '--title', ''], /title must have 1 to 255 characters/],
    [['task', 'edit', ids.task], /Nothing to change/],
    [['task', 'list', '--json', 'id,tilte'], /Unknown JSON field: "tilte"/],
    [['task', 'list', '--jq', '.['], /^error: jq: .*\nCheck the filter/s],
    [['api', '/v1/nowhere'], /Request id/],
    [['delivery', 'replay'], /either the id of a delivery or filters/],
    [['help', 'everything'], /There is no help on "everything"/],
    [['project', 'list', '--host', 'ftp://x'], /is not the address of a service/],
    [
      ['project', 'list', '--host', `http://127.0.0.1:${closedPort}`],
      /cannot be reached: ECONNREFUSED\nCheck the address/,
    ],
  ])('of slipway %j ends with 1 and says what is wrong', async (args, message) => {
    expect(await slipway(args)).toEqual({ code: 1, out: '', err: expect.stringMatching(message) });
  });
});

/** The control characters of a text that could drive a terminal. */
const controlsIn = (text: string) => [...text].filter((char) => char !== '\n' && /\p{Cc}/u.test(char));

describe('a refusal by the plan', () => {
  const refusal = { error: 'plan_required', upgrade_url: 'https://studio.test/upgrade' };

  it('names --account-id for the feed of an account, and not for the records of a project', async () => {
    const other = await startOtherServer((_, response) => response.writeHead(403).end(JSON.stringify(refusal)));
    const env = { SLIPWAY_HOST: other.address, SLIPWAY_PROJECT: '1' };
    const events = await slipway(['events'], { env });
    expect(events.err).toMatch(/Upgrade: https:\/\/studio\.test\/upgrade\nFor another account .* --account-id/);
    const task = await slipway(['task', 'create', '--title', 'Oil it'], { env });
    expect(task.err).toBe(`error: plan_required\nUpgrade: ${refusal.upgrade_url}\n`);
  });
});

describe('output', () => {
  it('shortens texts until a table fits, counting wide characters twice', async () => {
    await service.make.task(project, { title: `${'漢'.repeat(60)} ${'long '.repeat(20)}` });
    const { out } = await slipway(['task', 'list'], { columns: 90, env: { NO_COLOR: '1' } });
    const widthOf = (line: string) =>
      [...line].reduce((sum, char) => sum + (char === '漢' || char === '字' ? 2 : 1), 0);
    expect(Math.max(...out.split('\n').map(widthOf))).toBe(90);
    expect(out).toContain('漢…');
    expect((await slipway(['task', 'list'])).out).toContain('漢'.repeat(60));
  });

  it('has colours on a terminal unless NO_COLOR or CLICOLOR=0 is set, elsewhere only with CLICOLOR_FORCE', async () => {
    const areColoured = async (env: Record<string, string>, columns?: number) => {
      const options = columns === undefined ? { env } : { env, columns };
      const { err } = await slipway(['build', 'view', '999999999'], options);
      const { out } = await slipway(['build', 'view', ids.build], options);
      return { out: out.includes('\u001B['), err: err.includes('\u001B[31merror:') };
    };
    const none = { out: false, err: false };
    expect(await areColoured({}, 80)).toEqual({ out: true, err: true });
    expect(await areColoured({ NO_COLOR: '1' }, 80)).toEqual(none);
    expect(await areColoured({ CLICOLOR: '0' }, 80)).toEqual(none);
    expect(await areColoured({ CLICOLOR: '0', CLICOLOR_FORCE: '1' }, 80)).toEqual({ out: true, err: true });
    expect(await areColoured({ NO_COLOR: '1', CLICOLOR_FORCE: '1' }, 80)).toEqual(none);
    expect(await areColoured({})).toEqual(none);
    // Lines for programs have no colours in any case.
    expect(await areColoured({ CLICOLOR_FORCE: '1' })).toEqual({ out: false, err: true });
  });

  it('cannot drive the terminal with text of the service', async () => {
    const { id } = await service.make.task(project, {
      title: 'Bell \u0007 and \u001B[2Jclear',
      description: 'a\u001B]0;x\u0007b',
    });
    for (const line of [
      ['task', 'list'],
      ['task', 'view', String(id)],
      ['task', 'view', String(id), '--jq', '.title'],
      ['api', `/v1/projects/${project.id}/tasks/${id}`, '--jq', '.title'],
    ]) {
      const { out } = await slipway(line, { columns: 120, env: { NO_COLOR: '1' } });
      expect(out).toContain('[2Jclear');
      expect(controlsIn(out)).toEqual([]);
    }
    const piped = await slipway(['task', 'view', String(id), '--jq', '.title']);
    expect(piped.out).toBe('Bell \u0007 and \u001B[2Jclear\n');
  });

  it('cannot drive the terminal with errors, events and notes of the service', async () => {
    const hostile = '\u001B[2Jclear\u0007\u009B2J';
    const event = {
      timestamp: new Date().toISOString(),
      status: 'ok',
      event_type: hostile,
      project_name: hostile,
      message: hostile,
      actor: '',
      cursor_key: 'a',
    };
    const pages: Readonly<Record<string, object>> = {
      '/api/v1/workspace/events': { events: [event], pagination: { has_more: false, next_cursor: null } },
      '/api/v1/projects/1/members': { members: [], assignee_handles: [hostile], truncated: false },
    };
    const other = await startOtherServer(({ url = '' }, response) => {
      const page = pages[url.replace(/\?.*/, '')];
      const refusal = { error: 'invalid_request', message: hostile, valid_states: [hostile] };
      response.writeHead(page === undefined ? 400 : 200).end(JSON.stringify(page ?? refusal));
    });
    const interrupt = new AbortController();
    const options = {
      columns: 120,
      env: { SLIPWAY_HOST: other.address, SLIPWAY_PROJECT: '1', NO_COLOR: '1' },
      signal: interrupt.signal,
    };
    const refused = await slipway(['task', 'list'], options);
    const members = await slipway(['member', 'list'], options);
    const onWrite = (text: string) => void (text.includes('clear') && interrupt.abort());
    const events = await slipway(['events', '--follow'], { ...options, onWrite });
    for (const text of [refused.err, members.err, events.out]) {
      expect(text).toContain('[2Jclear');
      expect(controlsIn(text)).toEqual([]);
    }
  });

  it('reads as many pages as --limit asks for', async () => {
    const other = await service.make.project(project.accountId);
    for (let n = 0; n < 60; n += 1) await service.make.task(other);
    const all = await slipway(['task', 'list', '-L', '1000', '-p', String(other.id), '--jq', 'length']);
    expect(all.out).toBe('60\n');
    const some = await slipway(['task', 'list', '-L', '55', '-p', String(other.id)]);
    expect(some.out.trim().split('\n')).toHaveLength(55);
    const path = `/v1/projects/${other.id}/tasks`;
    const joined = await slipway([
      'api',
      path,
      '-f',
      'limit=50',
      '-X',
      'GET',
      '--paginate',
      '--jq',
      '.tasks|length',
    ]);
    expect(joined.out).toBe('60\n');
  });
});

describe('writing', () => {
  it('sends every field of a task', async () => {
    const args = [
      '--title',
      'Grease',
      '--type',
      'art',
      '--priority',
      'high',
      '--state',
      'blocked',
      '--label',
      'a,b',
    ];
    const more = ['--assignee', 'handle:cook', '--metadata', '{"x":1}', '--description', '-'];
    const created = await slipway(['task', 'create', ...args, ...more, '--jq', '.'], {
      stdin: 'First line\nSecond\n',
    });
    const task = JSON.parse(created.out) as { id: number };
    expect(task).toMatchObject({
      title: 'Grease',
      task_type: 'art',
      priority: 'high',
      state: 'blocked',
      labels: ['a', 'b'],
      assignee_handle: 'cook',
      metadata: { x: 1 },
      description: 'First line\nSecond',
    });
    const edit = ['task', 'edit', String(task.id), '--assignee', 'none', '--append', 'Third', '--jq', '.'];
    expect(JSON.parse((await slipway(edit)).out)).toMatchObject({
      assignee_handle: null,
      description: 'First line\nSecond\nThird',
      title: 'Grease',
    });
  });

  it('asks before a replay, and replays nothing without a yes', async () => {
    const replay = ['delivery', 'replay', ids.delivery];
    const refused = await slipway(replay, { columns: 80, stdin: 'n\n' });
    expect(refused).toMatchObject({ code: 2, out: '', err: expect.stringContaining('create build_run') });
    expect(await slipway(replay)).toMatchObject({ code: 1, err: expect.stringContaining('--yes') });
    expect((await slipway(replay, { columns: 80, stdin: 'y\n' })).out).toMatch(/^[0-9a-f-]{36}\n$/);
    const byFilter = await slipway([
      'delivery',
      'replay',
      '--event',
      'build_report',
      '--provider',
      'jenkins',
      '--yes',
    ]);
    expect(byFilter).toMatchObject({ code: 0, out: expect.stringMatching(/^[0-9a-f-]{36}\n$/) });
  });
});

describe('waiting', () => {
  it('repeats a throttled request after Retry-After, and says so on a terminal', async () => {
    let isThrottled = true;
    const gateway = await startOtherServer((request, response) => {
      if (isThrottled) {
        isThrottled = false;
        return void response.writeHead(429, { 'retry-after': '1' }).end('{"error":"rate_limited"}');
      }
      const headers = { authorization: request.headers.authorization ?? '' };
      void fetch(host + request.url, { headers }).then(async (answer) => response.end(await answer.text()));
    });
    const env = { SLIPWAY_HOST: gateway.address };
    const { code, out, err } = await slipway(['project', 'list'], { env, columns: 80 });
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining(project.name) });
    expect(err).toContain('Waiting 1 s before the next attempt');
  });

  it('ends a watch when the build ends, with 1 if it failed and --exit-status is given', async () => {
    const { id } = await service.make.buildRun(project, { status: 'building' });
    const onWrite = (text: string) =>
      void (
        text.includes(': building') &&
        service.database.prisma.buildRun
          .update({ where: { id }, data: { status: 'failed', finishedAt: new Date() } })
          .then(() => undefined)
      );
    const run = await slipway(['build', 'watch', String(id), '-i', '1', '--exit-status'], { onWrite });
    expect(run).toMatchObject({ code: 1, out: expect.stringContaining('status:\tfailed') });
    expect(run.err).toContain('slipway build investigate');
    expect((await slipway(['build', 'watch', ids.failed])).code).toBe(0);
  });

  it('follows the feed: each new event once, until Ctrl-C', async () => {
    const interrupt = new AbortController();
    const written: string[] = [];
    let isMade = false;
    const onWrite = (text: string) => {
      written.push(text);
      if (text.includes('Followed')) interrupt.abort();
      if (isMade) return;
      isMade = true;
      const fields = { status: 'failed', jobName: 'Followed', finishedAt: new Date() };
      void service.make.buildRun(project, fields);
    };
    const { code, err } = await slipway(['events', '-f', '-L', '3'], { onWrite, signal: interrupt.signal });
    expect({ code, err }).toEqual({ code: 2, err: '' });
    expect(written.filter((line) => line.includes('Followed'))).toHaveLength(1);
  });
});
