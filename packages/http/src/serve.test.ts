import { EventEmitter, once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import type { ServerHandler } from '@slipway/runtime';
import { serve } from './serve.js';

it('close() answers a partly received request and does not wait for an idle connection', async () => {
  let begin: (() => void) | undefined;
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const server = await serve(
    (request, response) => {
      begin?.();
      request.resume().once('end', () => response.end('answered'));
    },
    { host: '127.0.0.1', port: 0 },
  );
  const [silent, half] = [connect(server.port, '127.0.0.1'), connect(server.port, '127.0.0.1')];
  await Promise.all([once(silent, 'connect'), once(half, 'connect')]);
  const ended = once(silent, 'close');
  half.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nab');
  await begun;
  const closing = server.close();
  await ended;
  let text = '';
  half.on('data', (chunk) => {
    text += String(chunk);
  });
  half.write('cd');
  await closing;
  await once(half, 'close');
  expect(text).toContain('answered');
});

it('close() answers on a connection that opened just before and sends its request afterwards', async () => {
  const server = await serve((_, response) => response.end('answered'), { host: '127.0.0.1', port: 0 });
  const late = connect(server.port, '127.0.0.1');
  await once(late, 'connect');
  const closing = server.close();
  await setTimeout(150);
  late.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  const [chunk] = await once(late, 'data');
  expect(String(chunk)).toContain('answered');
  await closing;
});

it('close() answers on connections that wait to be accepted', async () => {
  const server = await serve((_, response) => response.end('answered'), { host: '127.0.0.1', port: 0 });
  const waiting = Array.from({ length: 20 }, () => connect(server.port, '127.0.0.1'));
  const answers = waiting.map(async (socket) => {
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    return String((await once(socket, 'data'))[0]);
  });
  // Node.js asks for the connections in this tick, and the kernel opens them at once. The server accepts them in later
  // turns of the same loop.
  await new Promise<void>((resolve) => process.nextTick(resolve));
  await server.close();
  for (const answer of await Promise.all(answers)) expect(answer).toContain('answered');
});

it('accepts at most maxConnections, and a new one once another has closed', async () => {
  const server = await serve((_, response) => response.end('answered'), {
    host: '127.0.0.1',
    port: 0,
    maxConnections: 1,
  });
  const send = () => {
    const socket = connect(server.port, '127.0.0.1')
      .on('error', () => undefined)
      .resume();
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    return socket;
  };
  const first = send();
  await once(first, 'data');
  const second = send();
  await once(second, 'close');
  first.destroy();
  for (let answered = false; !answered; ) {
    const next = send();
    answered = await Promise.race([once(next, 'data').then(() => true), once(next, 'close').then(() => false)]);
    next.destroy();
  }
  await server.close();
});

/** A server that collects its failures. */
async function serveReporting(handler: ServerHandler, options: { stallLimitMs?: number } = {}) {
  const failures: { readonly code: unknown; readonly requestId: unknown }[] = [];
  const server = await serve(handler, {
    host: '127.0.0.1',
    port: 0,
    report: (error, response) =>
      void failures.push({
        code: (error as NodeJS.ErrnoException).code ?? (error as Error).message,
        requestId: response?.getHeader('x-request-id'),
      }),
    ...options,
  });
  return { server, failures };
}

/** Sends pipelined requests on one connection, and collects what is received. */
function sendPipelined(port: number, paths: readonly string[]) {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  const received: string[] = [];
  socket.setEncoding('utf8').on('data', (text: string) => received.push(text));
  socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''));
  return { socket, text: () => received.join('') };
}

describe('an error in one response', () => {
  it('is logged with its request id and disturbs no other connection when a response writes after its end', async () => {
    const events = new EventEmitter();
    const written = once(events, 'written');
    const { server, failures } = await serveReporting((request, response) => {
      response.setHeader('X-Request-Id', 'r1');
      if (request.url === '/stream') return void response.write('begun');
      response.end('answered');
      response.write('late', () => events.emit('written'));
    });
    const stream = sendPipelined(server.port, ['/stream']);
    await once(stream.socket, 'data');
    expect(await (await fetch(`http://127.0.0.1:${server.port}/`)).text()).toBe('answered');
    await written;
    expect(failures).toEqual([{ code: 'ERR_STREAM_WRITE_AFTER_END', requestId: 'r1' }]);
    expect(stream.socket.destroyed).toBe(false);
    stream.socket.destroy();
    await server.close();
  });

  it('is a 500 when the handler throws or rejects, and closes the connection if the response has started', async () => {
    const { server, failures } = await serveReporting((request, response) => {
      if (request.url === '/begun') response.write('begun');
      if (request.url === '/rejects') return Promise.reject(new Error('rejected'));
      throw new Error('thrown');
    });
    const get = (path: string) => fetch(`http://127.0.0.1:${server.port}${path}`);
    expect((await get('/')).status).toBe(500);
    expect((await get('/rejects')).status).toBe(500);
    await expect(get('/begun').then((response) => response.text())).rejects.toThrow();
    expect(failures.map(({ code }) => code)).toEqual(['thrown', 'rejected', 'thrown']);
    await server.close();
  });
});

describe('pipelined requests', () => {
  it('are answered in order, each after the previous response is complete', async () => {
    const begun: string[] = [];
    const { server } = await serveReporting((request, response) => {
      begun.push(request.url ?? '');
      setImmediate(() => response.end(`<${request.url} after ${begun.length}>`));
    });
    const { socket, text } = sendPipelined(server.port, ['/1', '/2', '/3']);
    while (!text().includes('</3')) await once(socket, 'data');
    expect(text().match(/<.*?>/g)).toEqual(['</1 after 1>', '</2 after 2>', '</3 after 3>']);
    socket.destroy();
    await server.close();
  });

  it('are not started when the connection closes before their turn', async () => {
    const begun: string[] = [];
    const events = new EventEmitter();
    const closed = once(events, 'closed');
    const { server } = await serveReporting((request, response) => {
      begun.push(request.url ?? '');
      response.once('close', () => events.emit('closed')).write('begun');
    });
    const { socket } = sendPipelined(server.port, ['/1', '/2', '/3']);
    await once(socket, 'data');
    socket.resetAndDestroy();
    await closed;
    await server.close();
    expect(begun).toEqual(['/1']);
  });

  it('close the connection when too many are waiting', async () => {
    const { server } = await serveReporting((_request, response) => void response.write('begun'));
    const { socket } = sendPipelined(
      server.port,
      Array.from({ length: 100 }, () => '/'),
    );
    await once(socket, 'close');
    await server.close();
  });
});

it('closes the connection of a client that reads nothing', async () => {
  const events = new EventEmitter();
  const closed = once(events, 'closed');
  const { server } = await serveReporting(
    (_request, response) => void response.once('close', () => events.emit('closed')).end(Buffer.alloc(64 << 20)),
    { stallLimitMs: 100 },
  );
  const { socket } = sendPipelined(server.port, ['/']);
  socket.pause();
  await closed;
  socket.destroy();
  await server.close();
});
