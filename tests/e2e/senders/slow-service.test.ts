import { execFileSync } from 'node:child_process';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { commandLine } from '../cli/command-line.js';
import { type Behavior, host, LARGE, server, service } from './faulty-service.js';
import { newMachine, PATIENT, senders } from './run.js';

const curl = execFileSync('sh', ['-c', 'command -v curl'], { encoding: 'utf8' }).trim();

const small = '{"changelist":1}';
/** Above the size from which curl waits for 100 Continue on its own. */
const large = JSON.stringify({ changelist: 2, description: 'x'.repeat(2_000_000) });

/** Ends requests that the service does not answer, but not those that it answers slowly on a busy machine. */
const IMPATIENT = { SLIPWAY_TIMEOUT: '3' };

const machine = await newMachine();
let senderCount = 0;

/** A sender with its own outbox. */
function newSender() {
  senderCount += 1;
  const outbox = join(machine.folder, `outbox-${senderCount}`);
  const env = {
    SLIPWAY_HOST: host,
    SLIPWAY_WEBHOOK_TOKEN: 'f'.repeat(64),
    SLIPWAY_OUTBOX: outbox,
    SLIPWAY_STRICT: '1',
    SLIPWAY_MIN_SPEED: '100000000',
  };
  const run = (argument: string, input: string, more: Record<string, string> = {}) =>
    machine.run('sh', [join(senders, 'slipway-post.sh'), argument], { env: { ...env, ...more }, input });
  const kept = async () =>
    (await readdir(outbox, { recursive: true })).filter((path) => /^[^/]+\/report-[^/]+$/.test(path));
  return {
    outbox,
    kept,
    post: (body: string, more?: Record<string, string>) => run('perforce', body, more),
    flush: () => run('--flush', ''),
  };
}

describe('slipway-post.sh', () => {
  it.each<Behavior>(['hangs after 100 Continue', 'drops mid-body', 'cuts its answer short', 503])(
    'keeps a large report and sends the same one again when the service fails: %s',
    async (behaviour) => {
      const { post, kept, outbox } = newSender();
      service.large = behaviour;
      expect(await post(large, IMPATIENT)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('is kept'),
      });
      const [report = '', ...others] = await kept();
      expect(others).toEqual([]);
      const id = /^X-Slipway-Delivery: (.*)$/m.exec(await readFile(join(outbox, report, 'headers'), 'utf8'))?.[1];
      service.large = 200;
      expect(await post(small)).toMatchObject({ code: 0, stderr: '' });
      expect(await kept()).toEqual([]);
      expect(service.received).toMatchObject([
        { bytes: small.length },
        { id, bytes: large.length, expect: undefined },
      ]);
    },
  );

  it.each([
    ['keeps', [301, 302, 304, 408, 425, 429, 500, 502, 504]],
    ['drops', [400, 401, 403, 404, 410, 413, 422]],
  ])('%s a report that is answered with one of %j', async (word, statuses) => {
    for (const status of statuses) {
      const { post, kept } = newSender();
      service.small = status;
      expect(await post(small)).toMatchObject({ code: 1, stderr: expect.stringContaining(String(status)) });
      expect({ status, kept: (await kept()).length }).toEqual({ status, kept: word === 'keeps' ? 1 : 0 });
    }
  });

  it('sends small reports although a large one never gets a response, and tries that one less often', async () => {
    const { post, kept, flush } = newSender();
    service.large = 'hangs after 100 Continue';
    expect((await post(large, IMPATIENT)).code).toBe(1);
    for (let count = 1; count <= 4; count += 1) {
      expect((await post(small, IMPATIENT)).code).toBe(0);
      expect(service.received).toHaveLength(count);
      expect(await kept()).toHaveLength(1);
    }
    // The large report was tried three times.
    expect(service.tried).toBe(4 + 3);
    service.large = 200;
    expect(await flush()).toMatchObject({ code: 0, stderr: '' });
    expect(service.received.at(-1)).toMatchObject({ bytes: large.length });
  });

  it('sends a large report although another large one gets no response', async () => {
    const { post, kept } = newSender();
    service.large = 'drops mid-body';
    await post(large);
    service.large = 200;
    // Only the first request fails.
    server.prependOnceListener('request', (request) => request.socket.destroy());
    expect((await post(large.replace('x', 'y'))).code).toBe(0);
    expect(await kept()).toHaveLength(1);
  });

  it('sends small reports while another sender is busy with a large one', async () => {
    const { post, kept } = newSender();
    service.large = 'hangs after 100 Continue';
    const begun = new Promise<IncomingMessage>((resolve) => server.once('request', resolve));
    const uploading = post(large);
    const { socket } = await begun;
    expect(await post(small)).toMatchObject({ code: 0, stderr: '' });
    expect(service).toMatchObject({ tried: 2, received: [{ bytes: small.length }] });
    socket.destroy();
    expect(await uploading).toMatchObject({ code: 1, stderr: expect.stringContaining('is kept') });
    expect(await kept()).toHaveLength(1);
  });

  it('allows more time for larger reports, up to a limit', async () => {
    const { post } = newSender();
    // No time passes, so that a limit is not a second shorter.
    await machine.install('date', 'echo 1793619000');
    const limits = join(machine.folder, 'limits');
    const record = `while [ "$1" != -m ]; do set -- "$@" "$1"; shift; done; echo "$2" >>${limits}`;
    await machine.install('curl', `(${record}); exec ${curl} "$@"`);
    const speeds = ['', '500000', '1', 'fast', '0'];
    for (const speed of speeds) await post(large, { SLIPWAY_TIMEOUT: '', SLIPWAY_MIN_SPEED: speed });
    await post(small, { SLIPWAY_TIMEOUT: '7', SLIPWAY_MIN_SPEED: '' });
    await post(small, { SLIPWAY_TIMEOUT: '0.5' });
    expect((await readFile(limits, 'utf8')).trim().split('\n').map(Number)).toEqual([16, 7, 100, 16, 16, 7, 5]);
    expect(service.received).toHaveLength(7);
    for (const name of ['curl', 'date']) await rm(join(machine.folder, name));
  });
});

describe('a shell sender', () => {
  it.each<Behavior>(['is another site', 'is a proxy that refuses'])(
    'keeps a report if the answer is not from Slipway: the server %s',
    async (behaviour) => {
      const { post, kept } = newSender();
      service.small = behaviour;
      expect(await post(small)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('but not from Slipway'),
      });
      expect(await kept()).toHaveLength(1);
    },
  );

  it.each(['/proc/nope', '/dev/null'])(
    'sends a report once if its outbox cannot be written: %s',
    async (outbox) => {
      const { post } = newSender();
      expect(await post(small, { SLIPWAY_OUTBOX: outbox })).toEqual({
        code: 0,
        stdout: '',
        stderr: `slipway: the outbox ${outbox} cannot be written; the report is sent only once\n`,
      });
      expect(service.received).toHaveLength(1);
      service.small = 503;
      expect(await post(small, { SLIPWAY_OUTBOX: outbox })).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('did not accept the report (503); it is lost'),
      });
    },
  );

  it('tries no older report once the time for its own is over', async () => {
    const { post } = newSender();
    service.large = 'hangs';
    for (const tried of [1, 2]) {
      expect((await post(large.slice(0, 100_000), IMPATIENT)).code).toBe(1);
      expect(service.tried).toBe(tried);
    }
  });

  it('sends no further report of a run that has waited long enough', async () => {
    service.small = 'hangs';
    await machine.install('RunUAT.sh', "echo '********** COOK COMMAND STARTED **********'; exit 3");
    const env = { SLIPWAY_HOST: host, SLIPWAY_WEBHOOK_TOKEN: 'f'.repeat(64), ...IMPATIENT };
    const ran = await machine.run('sh', [join(senders, 'unreal/run-uat.sh')], { env });
    expect(ran).toMatchObject({ code: 3, stderr: expect.stringContaining('kept for next time') });
    expect(service.tried).toBe(1);
  });
});

describe('slipway report', () => {
  /** A CLI with its own outbox that reports builds; a failed build has a log that makes its report large. */
  async function newReporter() {
    const env = { SLIPWAY_HOST: host, SLIPWAY_WEBHOOK_TOKEN: 'f'.repeat(64), ...PATIENT };
    const { slipway, home, settings } = await commandLine(env);
    await writeFile(join(home, 'build.log'), 'x'.repeat(200_000));
    const reportWith = (options: readonly string[], more: Record<string, string> = {}) =>
      slipway(['report', 'build', '--job', 'slow', '--number', '1', '--strict', ...options], { env: more });
    const outbox = join(settings.XDG_STATE_HOME, 'slipway/outbox');
    return {
      slipway,
      reportSmall: (more?: Record<string, string>) => reportWith(['--status', 'success'], more),
      reportLarge: (more?: Record<string, string>) =>
        reportWith(['--status', 'failure', '--log', 'build.log'], { SLIPWAY_MIN_SPEED: '100000000', ...more }),
      kept: async () => (await readdir(outbox, { recursive: true })).filter((path) => path.endsWith('.json')),
    };
  }

  it.each<Behavior>([
    'hangs',
    'hangs after 100 Continue',
    'drops mid-body',
    'cuts its answer short',
    302,
    304,
    425,
    503,
  ])('keeps a large report and sends the same one again when the service fails: %s', async (behaviour) => {
    const { reportLarge, reportSmall, kept } = await newReporter();
    service.large = behaviour;
    expect(await reportLarge(IMPATIENT)).toMatchObject({ code: 1, err: expect.stringContaining('Kept for') });
    expect(await kept()).toHaveLength(1);
    service.large = 200;
    expect(await reportSmall()).toMatchObject({ code: 0, err: '' });
    expect(await kept()).toEqual([]);
    expect(service.received.map(({ bytes }) => bytes > LARGE)).toEqual([false, true]);
  });

  it.each<Behavior>(['is another site', 'is a proxy that refuses'])(
    'keeps a report if the answer is not from Slipway: the server %s',
    async (behaviour) => {
      const { reportSmall, kept } = await newReporter();
      service.small = behaviour;
      expect(await reportSmall()).toMatchObject({ code: 1, err: expect.stringContaining('but not from Slipway') });
      expect(await kept()).toHaveLength(1);
    },
  );

  it.each(['/proc/nope', '/dev/null'])(
    'sends a report once if its outbox cannot be written: %s',
    async (state) => {
      const { reportSmall } = await newReporter();
      expect(await reportSmall({ XDG_STATE_HOME: state })).toMatchObject({
        code: 0,
        out: 'Reported build slow #1, success.\n',
        err: 'The outbox cannot be written; the report is sent only once.\n',
      });
      expect(service.received).toHaveLength(1);
    },
  );

  it('tries no older report once the time for its own is over', async () => {
    const { reportLarge } = await newReporter();
    service.large = 'hangs';
    for (const tried of [1, 2]) {
      expect((await reportLarge(IMPATIENT)).code).toBe(1);
      expect(service.tried).toBe(tried);
    }
  });

  it('sends small reports although a large one never gets a response, and tries that one less often', async () => {
    const { slipway, reportLarge, reportSmall, kept } = await newReporter();
    service.large = 'hangs';
    expect((await reportLarge(IMPATIENT)).code).toBe(1);
    for (let count = 1; count <= 4; count += 1) {
      expect((await reportSmall({ ...IMPATIENT, SLIPWAY_MIN_SPEED: '100000000' })).code).toBe(0);
      expect(service.received).toHaveLength(count);
      expect(await kept()).toHaveLength(1);
    }
    // The large report was tried three times.
    expect(service.tried).toBe(4 + 3);
    service.large = 200;
    expect(await slipway(['report', 'flush', '--strict'])).toMatchObject({ code: 0, err: '' });
    expect(await kept()).toEqual([]);
  });

  it('sends small reports while another process is busy with a large one', async () => {
    const { reportLarge, reportSmall } = await newReporter();
    service.large = 'hangs';
    const begun = new Promise<IncomingMessage>((resolve) => server.once('request', resolve));
    const uploading = reportLarge();
    const { socket } = await begun;
    expect((await reportSmall()).code).toBe(0);
    expect(service).toMatchObject({ tried: 2, received: [{}] });
    socket.destroy();
    expect(await uploading).toMatchObject({ code: 1 });
  });
});

describe('the Diversion relay', () => {
  it.each<Behavior>(['hangs after 100 Continue', 'drops mid-body', 'is another site', 302, 425])(
    'leaves a commit for the next run when the service fails: %s',
    async (behaviour) => {
      const env = { SLIPWAY_HOST: host, SLIPWAY_WEBHOOK_TOKEN: 'f'.repeat(64) };
      const input = JSON.stringify({ commit_id: `dv.${behaviour}`, commit_message: 'Relight the quay' });
      const relay = () =>
        machine.run('node', [join(senders, 'diversion/diversion-relay.mjs'), 'dv.repo.1'], { env, input });
      service.small = behaviour;
      expect(await relay()).toMatchObject({ code: 1, stderr: expect.stringContaining('left for the next run') });
      service.small = 200;
      expect(await relay()).toEqual({ code: 0, stdout: '', stderr: '' });
      expect(service.received).toHaveLength(1);
    },
  );
});
