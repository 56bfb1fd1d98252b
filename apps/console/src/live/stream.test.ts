import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterAll, describe, expect, it } from '@jest/globals';
import { createHttpApp, handleErrors } from '@slipway/http';
import { createLogger, createMetrics } from '@slipway/runtime';
import { eventually } from '@slipway/testing';
import type { ConsoleCaller } from '../console-endpoint.js';
import { MAX_SESSION_STREAMS, MAX_STREAM_BACKLOG_BYTES, MAX_USER_STREAMS } from '../limits.js';
import { createLiveChanges } from './live-changes.js';
import { type StreamDeps, streamRoutes } from './stream.js';
import { createStreamSlots } from './stream-slots.js';

/** Enough projects that their changes fill the operating system's buffers after a few flushes. */
const PROJECTS = Array.from({ length: 20_000 }, (_, index) => ({ id: index + 1 }));

const logger = createLogger({ service: 'test', level: 'silent' });
const closers: (() => void)[] = [];
afterAll(() => {
  for (const close of closers) close();
});

/** The request's query names the session, as in `?session=a&user=1`. */
const callerOf: StreamDeps['callerOf'] = async (request) => {
  const query = new URLSearchParams(request.originalUrl.split('?')[1]);
  const session = query.get('session') ?? '';
  return { sessionId: session, userId: Number(query.get('user')), limitKey: session } as ConsoleCaller;
};

/**
 * Serves streams, and `/endless`, with Node.js's own HTTP server: it starts pipelined requests immediately, and an
 * unhandled error of a response would end the process.
 */
async function serveStreams(replaced: Partial<StreamDeps> = {}) {
  const changes = createLiveChanges();
  const metrics = createMetrics();
  const app = createHttpApp({ logger, trustProxy: 'off' });
  app.use(
    streamRoutes({
      callerOf,
      callerLimiter: (_request, _response, next) => next(),
      reads: { listProjects: async () => PROJECTS as never },
      changes,
      takeSlot: createStreamSlots(metrics),
      isDraining: () => false,
      ...replaced,
    }),
    handleErrors(logger, () => null),
  );
  const responses: ServerResponse[] = [];
  const errors: unknown[] = [];
  const server = createServer((request, response) => {
    responses.push(response.on('error', (error) => errors.push(error)));
    if (request.url === '/endless') response.write('begun');
    else app(request, response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    changes,
    responses,
    errors,
    /** Sends pipelined requests on one connection. */
    send(...paths: string[]): Socket {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined);
      socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''));
      return socket;
    },
    open: (query: string, init: RequestInit = {}) => fetch(`http://127.0.0.1:${port}/stream?${query}`, init),
    announceAll() {
      for (const { id } of PROJECTS) changes.publish({ project_id: id, kinds: ['build_run', 'change', 'asset'] });
    },
    /** Waits until this many streams are open. */
    async untilOpen(count: number): Promise<void> {
      const gauge = metrics.registry.getSingleMetric('slipway_live_streams');
      await eventually(`${count} are open`, async () =>
        (await gauge?.get())?.values[0]?.value === count ? true : undefined,
      );
    },
  };
}

/** Waits until the response has the property. */
async function until(
  responses: readonly ServerResponse[],
  place: number,
  property: 'headersSent' | 'writableEnded',
) {
  return eventually(`response ${place}: ${property}`, async () =>
    responses[place]?.[property] ? responses[place] : undefined,
  );
}

/** Reads a stream until it has sent the text, and closes it. */
async function readUntil(response: Response, expected: string): Promise<string> {
  const reader = response.body?.getReader();
  let text = '';
  while (reader !== undefined && !text.includes(expected)) {
    const { done, value } = await reader.read();
    if (done) break;
    text += Buffer.from(value).toString();
  }
  await reader?.cancel();
  return text;
}

describe('a stream', () => {
  it('writes nothing after it ends itself, even while an earlier response still blocks its own', async () => {
    let isDraining = false;
    const { send, open, responses, changes, errors } = await serveStreams({ isDraining: () => isDraining });
    send('/endless', '/stream?session=a&user=1');
    await until(responses, 1, 'headersSent');
    isDraining = true;
    await until(responses, 1, 'writableEnded');
    isDraining = false;
    const healthy = await open('session=b&user=2');
    changes.publish({ project_id: 1, kinds: ['task'] });
    changes.publish('missed');
    expect(await readUntil(healthy, 'event: change')).toContain('data: {"project_id":1,"kinds":["task"]}');
    expect(errors).toEqual([]);
  });

  it('writes nothing after its session ends, even if an access check that started earlier finishes later', async () => {
    let hasSession = true;
    let checks = 0;
    let answer: (() => void) | undefined;
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const { send, responses, changes, errors } = await serveStreams({
      callerOf: async (request) => (hasSession ? callerOf(request) : null),
      reads: {
        async listProjects() {
          checks += 1;
          if (checks === 2) await answered;
          return PROJECTS as never;
        },
      },
    });
    send('/endless', '/stream?session=a&user=1');
    await until(responses, 1, 'headersSent');
    changes.publish({ project_id: 1, kinds: ['member'] });
    await eventually('the check begins', async () => (checks === 2 ? true : undefined));
    hasSession = false;
    await until(responses, 1, 'writableEnded');
    answer?.();
    await setImmediate();
    expect(errors).toEqual([]);
  });

  it('does not open for a client that has already disconnected', async () => {
    let admit: (() => void) | undefined;
    const admitted = new Promise<void>((resolve) => {
      admit = resolve;
    });
    let opened = 0;
    const { send, responses, untilOpen } = await serveStreams({
      callerOf: (request) => admitted.then(() => callerOf(request)),
      changes: {
        publish: () => undefined,
        subscribe() {
          opened += 1;
          return () => undefined;
        },
      },
    });
    const socket = send('/stream?session=a&user=1');
    const response = await eventually('the request arrives', async () => responses[0]);
    socket.destroy();
    await once(response, 'close');
    admit?.();
    send('/stream?session=b&user=2');
    await untilOpen(1);
    await until(responses, 1, 'headersSent');
    expect(opened).toBe(1);
  });

  it('disconnects a reader that falls behind, and tells it on reconnect that it missed changes', async () => {
    const { send, open, responses, announceAll } = await serveStreams();
    send('/stream?session=a&user=1').pause();
    const response = await until(responses, 0, 'headersSent');
    let mostQueued = 0;
    const filling = setInterval(() => {
      mostQueued = Math.max(mostQueued, response.writableLength);
      announceAll();
    }, 50);
    await once(response, 'close');
    clearInterval(filling);
    const flushBytes = PROJECTS.length * 100;
    expect(mostQueued).toBeLessThan(MAX_STREAM_BACKLOG_BYTES + flushBytes);
    const again = await open('session=a&user=1', { headers: { 'last-event-id': 'open' } });
    expect(await readUntil(again, 'event: ')).toContain('id: open\n\nevent: missed\n');
  });

  it('stays open for a reader that keeps up, however many changes arrive at once', async () => {
    const { open, announceAll } = await serveStreams();
    const response = await open('session=a&user=1');
    announceAll();
    expect(await readUntil(response, `"project_id":${PROJECTS.length},`)).not.toContain('missed');
  });

  it('does not open for HEAD', async () => {
    const { open, untilOpen } = await serveStreams();
    expect((await open('session=a&user=1', { method: 'HEAD' })).status).toBe(200);
    await untilOpen(0);
  });
});

describe('too many streams', () => {
  it('429: one session opens too many streams, until one of them closes', async () => {
    const { send, open, untilOpen } = await serveStreams();
    const sockets = Array.from({ length: MAX_SESSION_STREAMS }, () => send('/stream?session=a&user=1'));
    await untilOpen(MAX_SESSION_STREAMS);
    const refused = await open('session=a&user=1');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30']);
    expect(await refused.json()).toMatchObject({ error: 'rate_limited', retry_after: 30 });
    expect((await open('session=b&user=1')).status).toBe(200);
    sockets[0]?.destroy();
    await untilOpen(MAX_SESSION_STREAMS);
    expect((await open('session=a&user=1')).status).toBe(200);
  });

  it('429: all sessions of one user together open too many streams; other users are unaffected', async () => {
    const { send, open, untilOpen } = await serveStreams();
    for (let index = 0; index < MAX_USER_STREAMS; index += 1) send(`/stream?session=${index}&user=1`);
    await untilOpen(MAX_USER_STREAMS);
    expect((await open('session=new&user=1')).status).toBe(429);
    expect((await open('session=new&user=2')).status).toBe(200);
  });
});
