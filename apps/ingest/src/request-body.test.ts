import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, describe, expect, it } from '@jest/globals';
import { type Provider, providers } from '@slipway/providers';
import { BodyBudget, type BodyHolder, readPayload, readRawBody } from './request-body.js';

const server = createServer().listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** A request with a body of that many bytes, of which the last has not arrived. */
async function arrive(bytes: number): Promise<BodyHolder & { disconnect(): Promise<void>; finish(): void }> {
  const socket = connect(port, '127.0.0.1')
    .on('error', () => undefined)
    .resume();
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${bytes}\r\n\r\n`);
  const [incoming] = (await once(server, 'request')) as [IncomingMessage];
  socket.write(Buffer.alloc(bytes - 1));
  const closed = new Promise<void>((resolve) => void incoming.on('close', resolve));
  return {
    incoming,
    heldBytes: 0,
    finish: () => void socket.write('x'),
    disconnect() {
      socket.destroy();
      return closed;
    },
  };
}

async function arriveWhole(bytes: number): Promise<BodyHolder> {
  const source = await arrive(bytes);
  source.finish();
  return source;
}

it('reads bodies while they fit into the memory budget, and resumes once there is room', async () => {
  const budget = new BodyBudget(1_000_000);
  const [first, second, third] = [
    await arriveWhole(700_000),
    await arriveWhole(700_000),
    await arriveWhole(700_000),
  ];
  expect(await readRawBody(first, 2_000_000, budget)).toHaveLength(700_000);
  expect(await readRawBody(second, 2_000_000, budget)).toMatchObject({ refusal: { code: 'queue_unavailable' } });
  budget.release(second);
  budget.release(first);
  expect(await readRawBody(third, 2_000_000, budget)).toHaveLength(700_000);
});

it('reports a disconnect, even one that happened before the body was read', async () => {
  const budget = new BodyBudget(1_000_000);
  const early = await arrive(10);
  await early.disconnect();
  expect(await readRawBody(early, 100, budget)).toBeNull();
  const late = await arrive(10);
  const reading = readRawBody(late, 100, budget);
  await late.disconnect();
  expect(await reading).toBeNull();
});

it('reports a body that exceeds its limit', async () => {
  const budget = new BodyBudget(1_000_000);
  expect(await readRawBody(await arriveWhole(101), 100, budget)).toMatchObject({
    refusal: { code: 'payload_too_large' },
  });
});

const providerOf = (id: string) => providers.find((provider) => provider.id === id) as Provider;
const jenkins = providerOf('jenkins');
const perforce = providerOf('perforce');
const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';

function read(provider: Provider, text: string, contentType = JSON_TYPE) {
  const result = readPayload(provider, Buffer.from(text), contentType);
  return 'refusal' in result ? result.refusal.message : result;
}

describe('a body that would take seconds to parse', () => {
  const deep = `{"x":${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}}`;

  it('is refused because of its depth before it is parsed, even inside a form', () => {
    expect(read(jenkins, deep)).toMatch(/nested deeper than 64/);
    expect(read(jenkins, `payload=${encodeURIComponent(deep)}`, FORM)).toMatch(/nested deeper than 64/);
    // Unbalanced brackets are no JSON: the depth is measured without the parser.
    expect(read(jenkins, deep.slice(0, -2))).toMatch(/nested deeper than 64/);
  });

  it('is refused because it has too many members', () => {
    const members = Array.from({ length: 600_000 }, (_, at) => `"${at}":1`).join(',');
    expect(read(jenkins, `{${members}}`)).toMatch(/more than 500000/);
  });

  it.each([jenkins, perforce])('is refused because it has too many form fields: $id', (provider) => {
    const fields = (count: number) => `changelist=1${'&a=1'.repeat(count - 1)}`;
    expect(read(provider, fields(1_000), FORM)).toMatchObject({ payload: { changelist: '1' } });
    expect(read(provider, fields(1_001), FORM)).toMatch(/more than 1000 fields/);
  });

  it('is not refused because of ampersands inside JSON', () => {
    expect(read(perforce, JSON.stringify({ change: 1, description: '&'.repeat(2_000) }))).toMatchObject({
      payload: { change: 1 },
    });
  });
});

describe('the content type', () => {
  it.each([jenkins, perforce])(
    'of a form does not prevent JSON, which curl sends as a form by default: $id',
    (provider) => {
      expect(read(provider, ' {"change":12,"a":"b=c&d"}', FORM)).toMatchObject({
        payload: { change: 12, a: 'b=c&d' },
      });
    },
  );

  it('takes the charset only from the charset parameter', () => {
    expect(read(jenkins, '{"a":1}', 'application/json; xcharset=klingon')).toMatchObject({ payload: { a: 1 } });
    expect(read(jenkins, '{"a":1}', 'application/json; a=b;charset=klingon')).toMatch(/charset/);
  });
});

describe('the queued JSON', () => {
  it('is no longer than the payload, even if the text repeats member names', () => {
    const text = `{"job_name":"a","log":"${'x'.repeat(1_000_000)}","log":"short"}`;
    expect(read(jenkins, text)).toMatchObject({ json: '{"job_name":"a","log":"short"}' });
  });

  it('is the received text if that is short', () => {
    const text = '{ "job_name" : "a" }';
    expect(read(jenkins, text)).toMatchObject({ json: text });
  });
});
