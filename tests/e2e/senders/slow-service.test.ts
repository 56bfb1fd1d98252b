import { execFileSync } from 'node:child_process';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { commandLine } from '../cli/command-line.js';
import { newMachine, PATIENT, senders } from './run.js';

/** How the service responds to a report: with a status, or with a fault. */
type Behavior =
  | number
  | 'hangs'
  | 'hangs after 100 Continue'
  | 'drops mid-body'
  | 'cuts its answer short'
  | 'is another site';

interface Received {
  readonly id: string | undefined;
  readonly bytes: number;
  readonly expect: string | undefined;
}

/** Responds according to the size of the report, and counts the reports that it has fully received. */
const service = { small: 200 as Behavior, large: 200 as Behavior, tried: 0, received: [] as Received[] };
const LARGE = 64 * 1024;

function answer(request: IncomingMessage, response: ServerResponse): void {
  service.tried += 1;
  const behaviour = Number(request.headers['content-length']) > LARGE ? service.large : service.small;
  if (behaviour === 'hangs after 100 Continue') response.writeContinue();
  if (behaviour === 'drops mid-body') request.once('data', () => request.socket.destroy());
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
  });
  request.once('end', () => {
    if (behaviour === 'is another site') response.end('<html>Sign in</html>');
    if (behaviour === 'cuts its answer short') {
      response.writeHead(200, { 'content-length': 100 }).write('{');
      setImmediate(() => request.socket.destroy());
      return;
    }
    if (typeof behaviour !== 'number') return;
    const isTaken = behaviour < 300;
    const { 'x-slipway-delivery': id, expect: expected } = request.headers;
    if (isTaken) service.received.push({ id: String(id), bytes, expect: expected });
    response.writeHead(behaviour, isTaken ? {} : { location: '/elsewhere' });
    response.end(isTaken ? '{"status":"accepted","delivery_id":"1"}' : '{"error":"no"}');
  });
}

const server = createServer(answer).on('checkContinue', answer);
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
const host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

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

beforeEach(() => {
  Object.assign(service, { small: 200, large: 200, tried: 0, received: [] });
});

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
    const limits = join(machine.folder, 'limits');
    const record = `while [ "$1" != -m ]; do set -- "$@" "$1"; shift; done; echo "$2" >>${limits}`;
    await machine.install('curl', `(${record}); exec ${curl} "$@"`);
    const speeds = ['', '500000', '1', 'fast', '0'];
    for (const speed of speeds) await post(large, { SLIPWAY_TIMEOUT: '', SLIPWAY_MIN_SPEED: speed });
    await post(small, { SLIPWAY_TIMEOUT: '7', SLIPWAY_MIN_SPEED: '' });
    await post(small, { SLIPWAY_TIMEOUT: '0.5' });
    expect((await readFile(limits, 'utf8')).trim().split('\n').map(Number)).toEqual([20, 9, 100, 20, 20, 7, 5]);
    expect(service.received).toHaveLength(7);
    await rm(join(machine.folder, 'curl'));
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

  it('keeps a report that is answered by something other than Slipway', async () => {
    const { reportSmall, kept } = await newReporter();
    service.small = 'is another site';
    expect(await reportSmall()).toMatchObject({
      code: 1,
      err: expect.stringContaining('this is not a Slipway address'),
    });
    expect(await kept()).toHaveLength(1);
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
  it.each<Behavior>(['hangs after 100 Continue', 'drops mid-body', 302, 425])(
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
