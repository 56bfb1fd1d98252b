import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { serve } from './serve.js';

it('close() responds to a partly received request and does not wait for a connection that has sent nothing', async () => {
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

it('close() responds on a connection that was opened just before and sends its request after', async () => {
  const server = await serve((_, response) => response.end('answered'), { host: '127.0.0.1', port: 0 });
  const late = connect(server.port, '127.0.0.1');
  await once(late, 'connect');
  // The client is connected before the server has accepted.
  await setTimeout(50);
  const closing = server.close();
  await setTimeout(150);
  late.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  const [chunk] = await once(late, 'data');
  expect(String(chunk)).toContain('answered');
  await closing;
});

it('accepts no more than maxConnections, and a new one after another has closed', async () => {
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
