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
    [['asset', 'list', '--limit', '60'], /at most 50 rows/],
    [['build', 'view'], /missing required argument 'id'/],
    [['build', 'view', '12x'], /\nRequest id: \S+\n$/],
    [['build', 'view', '999999999'], /No build of the project has the id 999999999\.\n.*\nRequest id: \S+\n$/],
    [['build', 'investigate', ids.build], /\nRequest id: \S+\n$/],
    [['task', 'list', '--updated-since', 'yesterday'], /updated_since must be.*\nRequest id: \S+\n$/],
    [['task', 'list', '--updated-since', '2x'], /^error: "2x" is not an age\.\n.*such as 30m, 6h, 2d or 1w/],
    [['task', 'view', '999999999'], /^error: Not found\.\n.*`slipway project list`.*\nRequest id: \S+\n$/],
    [['build', 'list', '--project', '999999999'], /^error: Not found\.\nCheck the ids and the project\./],
    [['task', 'list', '--assignee', 'jonas'], /\nExpected: handle:<agent-handle>/],
    [['task', 'create', '--title', ''], /^error: task\.title [^\n]*1 to 255 characters[^\n]*\nRequest id: \S+\n$/],
    [['task', 'edit', ids.task], /Nothing to change/],
    [['task', 'list', '--json', 'id,tilte'], /Unknown JSON field: "tilte"/],
    [['task', 'list', '--jq', '.['], /^error: jq: .*\nCheck the --jq filter/s],
    [['delivery', 'replay'], /either a delivery id or filters/],
    [['help', 'everything'], /There is no help for "everything"/],
    [['project', 'list', '--host', 'ftp://x'], /is not the address of a service/],
    [
      ['project', 'list', '--host', `http://127.0.0.1:${closedPort}`],
      /cannot be reached: ECONNREFUSED\nCheck the address/,
    ],
  ])('in slipway %j exits with 1 and says what is wrong', async (args, message) => {
    expect(await slipway(args)).toEqual({ code: 1, out: '', err: expect.stringMatching(message) });
  });
});

describe('a refusal by the plan', () => {
  const refusal = { error: 'plan_required', upgrade_url: 'https://studio.test/upgrade' };

  it('suggests --account for the feed if it is missing, but not for records of a project', async () => {
    const other = await startOtherServer((_, response) => response.writeHead(403).end(JSON.stringify(refusal)));
    const env = { SLIPWAY_HOST: other.address, SLIPWAY_PROJECT: '1' };
    const events = await slipway(['events'], { env });
    expect(events.err).toMatch(
      /Upgrade: https:\/\/studio\.test\/upgrade\nFor another account, .* --account.*whoami/,
    );
    const plain = `error: plan_required\nUpgrade: ${refusal.upgrade_url}\n`;
    expect((await slipway(['events', '--account-id', '2'], { env })).err).toBe(plain);
    expect((await slipway(['task', 'create', '--title', 'Oil it'], { env })).err).toBe(plain);
  });
});

describe('a list', () => {
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

describe('api', () => {
  const seenBy = async (args: readonly string[]) => {
    const other = await startOtherServer((_, response) => response.end('{}'));
    const { code, err } = await slipway(['api', ...args], { env: { SLIPWAY_HOST: other.address } });
    return { code, err, paths: other.seen.map(({ method, url }) => `${method} ${url}`) };
  };

  it('sends every query parameter as often as it is given', async () => {
    const args = ['/v1/tasks?label=a,b&label=c', '-X', 'GET', '-f', 'state=a:b', '-F', 'state=["c","d"]'];
    expect((await seenBy(args)).paths).toEqual(['GET /api/v1/tasks?label=a%2Cb&label=c&state=a%3Ab&state=c%2Cd']);
  });

  it('prints the body of an error, and with -i the status and headers of the response', async () => {
    const failed = await slipway(['api', '/v1/nowhere']);
    expect(failed).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^error: Not found\.\n.*\nRequest id: \S+\n$/),
    });
    expect(JSON.parse(failed.out)).toMatchObject({ error: 'not_found' });
    const created = ['api', '-i', '/v1/projects/{project_id}/tasks', '-f', 'title='];
    const refused = await slipway([...created, '--jq', '.title']);
    expect(refused.out).toMatch(/^HTTP 422 .*\n(?:[\w-]+: .*\n)+\n\{"error":"\w+"/);
    const answered = await slipway(['api', '--include', '/v1/ping', '--jq', '.status']);
    expect(answered).toMatchObject({ code: 0, err: '' });
    expect(answered.out).toMatch(/^HTTP 200 OK\n(?:[\w-]+: .*\n)+\nok\n$/);
  });

  it('sends nothing if a GET has a body or a field is given twice', async () => {
    const body = await seenBy(['/v1/tasks', '-X', 'get', '--input', 'no-such-file']);
    expect(body).toMatchObject({
      code: 1,
      paths: [],
      err: expect.stringMatching(/A GET request has no body.*\n.*-f name=value/),
    });
    const twice = await seenBy(['/v1/tasks', '-f', 'label=a', '-F', 'label="b"']);
    expect(twice).toMatchObject({
      code: 1,
      paths: [],
      err: expect.stringContaining('label was given more than once'),
    });
  });
});

describe('open', () => {
  const home = `${host}/projects/${project.id}`;

  it.each([
    [[], home],
    [['settings'], `${home}/settings`],
    [['delivery'], `${home}/deliveries`],
    [['delivery', 'a b'], `${home}/deliveries/a%20b`],
    [['deliveries', '7'], `${home}/deliveries/7`],
  ])('prints the address for %j', async (args, address) => {
    expect(await slipway(['open', ...args])).toEqual({ code: 0, out: `${address}\n`, err: '' });
  });

  it('refuses an id for a page without records', async () => {
    const err = expect.stringContaining('The page "settings" takes no id.');
    expect(await slipway(['open', 'settings', '7'])).toEqual({ code: 1, out: '', err });
  });
});

describe('deciding on several assets', () => {
  it('shows the decisions made before one failed, names the others, and exits with 1', async () => {
    const made = [await service.make.asset(project), await service.make.asset(project)];
    const [first = '', last = ''] = made.map(({ id }) => id);
    const unknown = '0197a3c0-5b7e-7c11-9a54-3f0a5be1c2d4';
    const decide = ['asset', 'approve', first, unknown, last];
    const lines = await slipway(decide);
    expect(lines).toMatchObject({ code: 1, out: expect.stringMatching(/^approved\t[^\n]*\n$/) });
    expect(lines.err).toMatch(new RegExp(`^Not decided: ${unknown} ${last}\nerror: `));
    const { code, out } = await slipway([...decide, '--json', 'asset_id,status']);
    expect({ code, rows: JSON.parse(out) }).toEqual({ code: 1, rows: [{ asset_id: first, status: 'approved' }] });
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

  it('asks before a replay, and replays nothing without confirmation', async () => {
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
  it('repeats a throttled request after Retry-After, and says so in a terminal', async () => {
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

  it('exits when the watched build ends, with 1 if it failed and --exit-status is given', async () => {
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
