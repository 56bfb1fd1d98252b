import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { checkout } from '../../architecture/tool.js';
import { commandLine } from '../cli/command-line.js';
import { newMachine, PATIENT, senders } from './run.js';
import { startStudio } from './studio.js';

const studio = await startStudio();
const machine = await newMachine();
const { host } = studio;
const curl = execFileSync('sh', ['-c', 'command -v curl'], { encoding: 'utf8' }).trim();
const { slipway, settings } = await commandLine({ SLIPWAY_HOST: host, ...PATIENT });

async function sh(script: string, provider: string, args: readonly string[], more: Record<string, string> = {}) {
  const env = { SLIPWAY_HOST: host, SLIPWAY_WEBHOOK_TOKEN: await studio.tokenOf(provider), ...more };
  return machine.run('sh', [join(senders, script), ...args], { env });
}

describe('a script that cannot reach the service', () => {
  const report = (number: string, status: string, strict = '', more: Record<string, string> = {}) =>
    sh('report-build.sh', 'jenkins', [status], {
      ...more,
      SLIPWAY_JOB: 'outage',
      SLIPWAY_BUILD_NUMBER: number,
      SLIPWAY_STRICT: strict,
    });
  const outbox = join(machine.folder, '.local/state/slipway/senders');
  const kept = async () =>
    (await readdir(outbox, { recursive: true })).filter((path) => /^[^/]+\/report-[^/]+$/.test(path));

  it('keeps reports readable by the owner only, and sends them once and in order with the next one', async () => {
    const before = (await studio.outcomes('jenkins', 0)).length;
    studio.proxy.cut();
    expect(await report('700', 'started')).toMatchObject({ code: 0, stderr: expect.stringContaining('is kept') });
    expect(await report('700', 'success', '1')).toMatchObject({ code: 1 });
    const [first = ''] = await kept();
    expect((await stat(join(outbox, first, 'headers'))).mode & 0o777).toBe(0o600);
    studio.proxy.restore();
    // The first report arrives, but its response does not: the sender keeps the report and sends it again.
    const read = (name: string) => readFile(join(outbox, first, name), 'utf8');
    const headers = Object.fromEntries(
      (await read('headers'))
        .trim()
        .split('\n')
        .map((line) => line.split(': ')),
    );
    await fetch(await read('url'), {
      method: 'POST',
      headers: headers as Record<string, string>,
      body: await read('body'),
    });
    expect(await report('701', 'success', '1')).toMatchObject({ code: 0, stderr: '' });
    expect(await kept()).toEqual([]);
    expect((await studio.build('700', 'completed')).started_at).not.toBeNull();
    await studio.build('701', 'completed');
    // Newest first: 701, the end of 700, its start again, and its start.
    const outcomes = (await studio.outcomes('jenkins', before + 4)).slice(0, 4);
    expect(outcomes).toEqual(['applied', 'applied', 'duplicate', 'applied']);
  });

  it('sends to one host while reports for another are kept', async () => {
    const closed = { SLIPWAY_JOB: 'outage', SLIPWAY_BUILD_NUMBER: '702', SLIPWAY_HOST: 'http://127.0.0.1:9' };
    expect((await sh('report-build.sh', 'jenkins', ['success'], closed)).stderr).toContain('is kept');
    expect(await report('702', 'success', '1')).toMatchObject({ code: 0, stderr: '' });
    await studio.build('702', 'completed');
    const live = { ...closed, SLIPWAY_BUILD_NUMBER: '703', SLIPWAY_HOST: host };
    studio.proxy.cut();
    await sh('report-build.sh', 'jenkins', ['success'], live);
    studio.proxy.restore();
    expect((await sh('slipway-post.sh', 'jenkins', ['--flush'])).stderr).toContain('is kept');
    await studio.build('703', 'completed');
    const [path = '', ...others] = await kept();
    expect(others).toEqual([]);
    await rm(join(outbox, path), { recursive: true });
  });

  it('keeps the order of reports within the same second', async () => {
    await machine.install('date', 'case "$*" in +%s) echo 1793619000 ;; *) exec /bin/date "$@" ;; esac');
    studio.proxy.cut();
    for (const status of ['started', 'running', 'success']) await report('704', status);
    const bodies = (await kept()).toSorted().map((path) => readFile(join(outbox, path, 'body'), 'utf8'));
    expect((await Promise.all(bodies)).map((body) => JSON.parse(body).status)).toEqual([
      'started',
      'running',
      'success',
    ]);
    await rm(join(machine.folder, 'date'));
    studio.proxy.restore();
    expect(await report('705', 'success', '1')).toMatchObject({ code: 0, stderr: '' });
    await studio.build('704', 'completed');
  });

  it('leaves the rest for the next run if requests take too long, and deletes old drafts', async () => {
    // A clock that only requests advance, by five seconds each.
    const clock = join(machine.folder, 'clock');
    await writeFile(clock, '1793619000');
    await machine.install('date', `case "$*" in +%s) cat ${clock} ;; *) exec /bin/date "$@" ;; esac`);
    studio.proxy.cut();
    for (const number of ['706', '707', '708', '709']) await report(number, 'success');
    const [waiting = ''] = await kept();
    for (const [name, hours] of [
      ['old', 25],
      ['new', 23],
    ] as const) {
      const draft = join(outbox, dirname(waiting), `draft-${name}`);
      await mkdir(draft);
      await utimes(draft, new Date(), new Date(Date.now() - hours * 3_600_000));
    }
    studio.proxy.restore();
    const slow = `echo $(($(cat ${clock}) + 5)) >${clock}.new; mv ${clock}.new ${clock}; exec ${curl} "$@"`;
    await machine.install('curl', slow);
    expect(await report('710', 'success', '1', { SLIPWAY_TIMEOUT: '15' })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('there was not enough time for all reports'),
    });
    expect(await kept()).toHaveLength(2);
    const drafts = (await readdir(outbox, { recursive: true })).filter((path) => path.includes('draft-'));
    expect(drafts.map((path) => basename(path))).toEqual(['draft-new']);
    for (const name of ['date', 'curl']) await rm(join(machine.folder, name));
    expect(await report('711', 'success', '1')).toMatchObject({ code: 0, stderr: '' });
    expect(await kept()).toEqual([]);
  });

  it('drops a report that the service permanently refuses', async () => {
    const ran = await sh('report-build.sh', 'perforce', ['success'], {
      SLIPWAY_JOB: 'refused',
      SLIPWAY_BUILD_NUMBER: '1',
    });
    expect(ran).toMatchObject({ code: 0, stderr: expect.stringContaining('refused the report: 404') });
    expect(await kept()).toEqual([]);
  });

  it('drops a report that is larger than the service accepts', async () => {
    const env = { SLIPWAY_HOST: host, SLIPWAY_WEBHOOK_TOKEN: await studio.tokenOf('perforce') };
    const input = JSON.stringify({ changelist: 1, description: 'x'.repeat(26 * 1024 * 1024) });
    const ran = await machine.run('sh', [join(senders, 'slipway-post.sh'), 'perforce'], { env, input });
    expect(ran).toMatchObject({ code: 0, stderr: expect.stringContaining('refused the report: 413') });
    expect(await kept()).toEqual([]);
  });
});

describe('slipway report without a connection to the service', () => {
  it('keeps reports while the service is down and sends each once, in order', async () => {
    const env = { SLIPWAY_WEBHOOK_TOKEN: await studio.tokenOf('deployment') };
    const outbox = join(settings.XDG_STATE_HOME, 'slipway/outbox');
    const before = (await studio.outcomes('deployment', 0)).length;
    const report = (event: string, ...more: string[]) =>
      slipway(
        [
          'report',
          'deploy',
          '--platform',
          'steam',
          '--steam-app-id',
          '910',
          '--number',
          '1',
          '--event',
          event,
          ...more,
        ],
        {
          env,
        },
      );
    studio.proxy.cut();
    expect(await report('upload_started')).toMatchObject({ code: 0, err: expect.stringMatching(/^Kept for/) });
    expect(await report('uploaded', '--strict')).toMatchObject({ code: 1 });
    const kept = await readdir(outbox, { recursive: true, withFileTypes: true });
    const files = kept.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
    const modes = await Promise.all(files.map(async (file) => (await stat(file)).mode & 0o777));
    expect(modes).toEqual([0o600, 0o600]);
    studio.proxy.restore();
    expect(await report('live')).toEqual({
      code: 0,
      out: [
        'Reported upload_started of build 1 on steam.',
        'Reported uploaded of build 1 on steam.',
        'Reported live of build 1 on steam.\n',
      ].join('\n'),
      err: '',
    });
    await studio.deployment('910', 'live');
    expect(await studio.outcomes('deployment', before + 3)).toHaveLength(before + 3);
    expect(await slipway(['report', 'flush', '--strict'])).toEqual({ code: 0, out: '', err: '' });
  });

  it('does not fail its caller if the service closes the connection at once', async () => {
    const env = { SLIPWAY_HOST: host, SLIPWAY_WEBHOOK_TOKEN: await studio.tokenOf('jenkins') };
    const args = ['report', 'build', '--job', 'closed', '--number', '912', '--status', 'success'];
    studio.proxy.cut();
    const ran = await machine.run('node', [join(checkout, 'apps/cli/dist/main.js'), ...args], { env });
    studio.proxy.restore();
    expect(ran).toMatchObject({ code: 0, stderr: expect.stringMatching(/^Kept for the next report/) });
  });

  it('deletes drafts that are older than a day', async () => {
    const queues = join(settings.XDG_STATE_HOME, 'slipway/outbox');
    const env = { SLIPWAY_WEBHOOK_TOKEN: await studio.tokenOf('perforce') };
    const report = () => slipway(['report', 'change', '--changelist', '913', '--strict'], { env });
    const before = await readdir(queues);
    expect(await report()).toMatchObject({ code: 0 });
    const [queue = ''] = (await readdir(queues)).filter((name) => !before.includes(name));
    for (const [name, hours] of [
      ['old.draft', 25],
      ['new.draft', 23],
    ] as const) {
      await writeFile(join(queues, queue, name), '');
      await utimes(join(queues, queue, name), new Date(), new Date(Date.now() - hours * 3_600_000));
    }
    expect(await report()).toMatchObject({ code: 0 });
    expect(await readdir(join(queues, queue))).toEqual(['new.draft']);
  });

  it('does not let reports for another host delay or fail a report', async () => {
    const env = { SLIPWAY_WEBHOOK_TOKEN: await studio.tokenOf('jenkins') };
    const report = (...more: string[]) =>
      slipway(['report', 'build', '--job', 'hosts', '--number', '911', '--status', 'success', ...more], { env });
    expect((await report('--host', 'http://127.0.0.1:9')).err).toContain('Kept for the next report');
    expect(await report('--strict')).toMatchObject({ code: 0, err: '' });
    await studio.build('911', 'completed');
    expect(await slipway(['report', 'flush', '--strict'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('127.0.0.1:9 did not accept it'),
    });
  });
});
