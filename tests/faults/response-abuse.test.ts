import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { announceChange } from '@slipway/db';
import { hashToken } from '@slipway/domain';
import { freePort } from '@slipway/local';
import { eventually, factories, openTestDatabase, testProcess } from '@slipway/testing';
import { newSessionCookie } from '../e2e/console/session-cookie.js';
import { appProcesses } from './app-process.js';

const { settings, onClose } = await testProcess();
const database = openTestDatabase(settings.DATABASE_URL);
onClose('test database', () => database.close());
const make = factories(database);
const { accountId, userId } = await make.studio();
const project = await make.project(accountId);
const { token } = await make.apiToken(userId);
const build = await make.buildRun(project, { status: 'failed', hasLog: true });
const log = { content: 'error: cannot open file\n'.repeat(10_000), receivedAt: new Date() };
await database.prisma.buildLog.create({ data: { buildRunId: build.id, ...log } });
// Makes an export that is larger than the buffers of a connection.
await database.pool.query({
  text: `INSERT INTO tasks (account_id, project_id, title, description, updated_at)
         SELECT $1, $2, 'T' || n, repeat('x', 10000), now() FROM generate_series(1, 2000) n`,
  values: [accountId, project.id],
});

const port = await freePort();
const { child } = await appProcesses(
  'standalone',
  settings,
)({
  PORT: String(port),
  METRICS_PORT: '0',
  LOG_LEVEL: 'fatal',
  GENERAL_RATE_LIMIT: '1000000',
});

const sockets: Socket[] = [];
afterAll(() => {
  for (const socket of sockets) socket.destroy();
});

/** Opens a connection, sends requests on it, and collects what comes back. */
function send(...requests: string[]) {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  sockets.push(socket);
  const received: string[] = [];
  socket.setEncoding('utf8').on('data', (text: string) => received.push(text));
  socket.write(requests.join(''));
  return { socket, text: () => received.join('') };
}

function get(path: string, cookie: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nCookie: ${cookie}\r\n\r\n`;
}

const cookie = await newSessionCookie(database, userId);
const STREAM = '/console/api/stream';

/** Another user's stream, which must not be affected. */
const { userId: witnessId } = await make.studio();
await database.prisma.accountMembership.create({ data: { accountId, userId: witnessId, role: 'member' } });
const witness = send(get(STREAM, await newSessionCookie(database, witnessId)));

/** Expects that a change reaches the witness: the process is alive, and so is the stream. */
async function expectUndisturbed(): Promise<void> {
  const count = () => witness.text().split('event: change').length;
  const before = count();
  await database.modelTransaction((tx) => announceChange(tx, project.id, 'task'));
  await eventually('the change arrives', async () =>
    count() > before || witness.socket.destroyed ? true : undefined,
  );
  expect({ destroyed: witness.socket.destroyed, exitCode: child.exitCode }).toEqual({
    destroyed: false,
    exitCode: null,
  });
}

async function feedPath(): Promise<string> {
  const url = `http://127.0.0.1:${port}/console/api/projects/${project.id}/feed_link`;
  const answer = await fetch(url, { method: 'POST', headers: { cookie, 'x-slipway-console': '1' } });
  const { feed_url: feed } = (await answer.json()) as { feed_url: string };
  return new URL(feed).pathname;
}

function postMcp(): string {
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'list_tasks', arguments: {} },
  });
  const headers = [
    `Host: 127.0.0.1:${port}`,
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    'Accept: application/json, text/event-stream',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  return `POST /mcp HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${body}`;
}

await eventually('the stream opens', async () => (witness.text().includes('retry:') ? true : undefined));
const responses: readonly [string, string][] = [
  ['a live stream', get(STREAM, cookie)],
  ['an account export', get(`/console/api/accounts/${accountId}/export`, cookie)],
  ['a build log', get(`/console/api/projects/${project.id}/builds/${build.id}/log`, cookie)],
  ['an Atom feed', get(await feedPath(), cookie)],
  ['an answer to an assistant', postMcp()],
  ['a file', get('/console/plain.css', cookie)],
];

describe('no reader disturbs others or ends the process', () => {
  beforeEach(expectUndisturbed);

  it.each(responses)('%s: is answered', async (_name, request) => {
    const { socket, text } = send(request);
    await once(socket, 'data');
    expect(text()).toMatch(/^HTTP\/1.1 200 /);
    socket.destroy();
  });

  it.each(responses)('%s: reset after the first bytes', async (_name, request) => {
    const readers = Array.from({ length: 10 }, () => send(request));
    await Promise.all(readers.map(({ socket }) => once(socket, 'data')));
    for (const { socket } of readers) socket.resetAndDestroy();
    await expectUndisturbed();
  });

  it.each(responses)('%s: closed before any response, and half-closed', async (_name, request) => {
    for (let index = 0; index < 10; index += 1) {
      const { socket } = send(request);
      await once(socket, 'connect');
      if (index % 2 === 0) socket.resetAndDestroy();
      else socket.end();
    }
    await expectUndisturbed();
  });

  it.each(responses)('%s: pipelined many times behind a stream, and reset', async (_name, request) => {
    const { socket } = send(get(STREAM, cookie), ...Array.from({ length: 20 }, () => request));
    await once(socket, 'data');
    socket.resetAndDestroy();
    await expectUndisturbed();
  });

  it.each(responses)('%s: never read', async (_name, request) => {
    const { socket } = send(request);
    socket.pause();
    await expectUndisturbed();
    socket.resetAndDestroy();
    await expectUndisturbed();
  });

  it('streams of ended sessions, ten open and a hundred pipelined behind another stream', async () => {
    const attackers = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const { userId: id } = await make.studio();
        return { id, stays: await newSessionCookie(database, id), ends: await newSessionCookie(database, id) };
      }),
    );
    for (const { id } of attackers)
      await database.prisma.accountMembership.create({ data: { accountId, userId: id, role: 'member' } });
    const streams = attackers.flatMap(({ stays, ends }) =>
      Array.from({ length: 10 }, () => send(get(STREAM, stays), get(STREAM, ends))),
    );
    const direct = attackers.map(({ ends }) => send(get(STREAM, ends)));
    await Promise.all([...streams, ...direct].map(({ socket }) => once(socket, 'data')));
    const ended = attackers.map(({ ends }) => hashToken(ends.replace('slipway_session=', '')));
    await database.prisma.session.deleteMany({ where: { tokenHash: { in: ended } } });
    // Every stream checks its session before it sends this keep-alive.
    const last = send(get(STREAM, cookie));
    await eventually('all have been checked', async () =>
      last.text().includes(': alive') || child.exitCode !== null ? true : undefined,
    );
    for (let index = 0; index < 3; index += 1) await expectUndisturbed();
    expect(streams.every(({ text }) => text().includes('event: change'))).toBe(true);
  }, 60_000);
});
