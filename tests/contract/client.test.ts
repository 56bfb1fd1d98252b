import { createServer, type RequestListener } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { ConnectionError, createClient, InvalidResponseError, RedirectError, SlipwayError } from '@slipway/client';
import {
  createTask,
  exchangeToken,
  getOpenApi,
  getPing,
  getProject,
  getTask,
  investigateBuildRun,
  listProjects,
  listTasks,
  updateTask,
} from '@slipway/contracts';
import { type ListeningServer, serve } from '@slipway/http';
import { startApi } from './api.js';
import { conformingFetch } from './openapi-conformance.js';

const api = await startApi();
const anywhere = { host: '127.0.0.1', port: 0 };

async function listen(handler: RequestListener): Promise<ListeningServer & { url: string }> {
  const server = await serve(handler, anywhere);
  api.process.onClose('test server', () => server.close());
  return { ...server, url: `http://127.0.0.1:${server.port}` };
}

const { url: baseUrl } = await listen(api.app);
const client = createClient({ baseUrl: `${baseUrl}/`, token: api.token, fetch: conformingFetch });
const params = { project_id: api.project.id };
const failure = (promise: Promise<unknown>) => promise.then(() => undefined).catch((error: unknown) => error);

describe('a client', () => {
  it('calls endpoints with and without path parameters', async () => {
    const { projects } = await client.call(listProjects);
    expect(projects.map(({ id }) => id)).toContain(String(api.project.id));
    const project = await client.call(getProject, { params });
    expect(project.name).toBe(projects.find(({ id }) => id === project.id)?.name);
  });

  it('wraps bodies as their contract requires', async () => {
    const created = await client.call(createTask, {
      params,
      body: { title: 'Dock the boat', labels: ['a', 'b'] },
    });
    expect(created).toMatchObject({ title: 'Dock the boat', labels: ['a', 'b'], state: 'to_do' });
    const options = { params: { ...params, id: created.id }, body: { state: 'blocked' as const } };
    const changed = await client.call(updateTask, options);
    expect(changed).toMatchObject({ id: created.id, state: 'blocked' });
  });

  it('writes times, lists and composed values in the form that parameters accept', async () => {
    const { id } = await client.call(createTask, {
      params,
      body: { title: 'Filtered', state: 'in_progress', assignee_handle: 'agent-7' },
    });
    const { tasks } = await client.call(listTasks, {
      params,
      query: {
        state: ['in_progress', 'completed'],
        assignee: 'handle:agent-7',
        updated_since: new Date(Date.now() - 60_000),
        limit: 10,
        label: undefined,
      },
    });
    expect(tasks.map((task) => task.id)).toEqual([id]);
  });

  it('reports the status of a success to callers who ask for it', async () => {
    const statuses: number[] = [];
    const onStatus = (status: number) => void statuses.push(status);
    const { id } = await client.call(createTask, { params, body: { title: 'Count me' }, onStatus });
    await client.call(getTask, { params: { ...params, id }, onStatus });
    await failure(client.call(getTask, { params: { ...params, id: 0 }, onStatus }));
    expect(statuses).toEqual([201, 200]);
  });

  it('returns the first response to a repeated idempotency key', async () => {
    const options = { params, body: { title: 'Only once' }, idempotencyKey: 'client-test-1' };
    const [first, second] = [await client.call(createTask, options), await client.call(createTask, options)];
    expect(second).toEqual(first);
  });

  it('calls public endpoints without a token', async () => {
    const anonymous = createClient({ baseUrl });
    expect(await anonymous.call(getOpenApi)).toMatchObject({ openapi: expect.stringMatching(/^3\.1\./) });
    const refused = await failure(anonymous.call(exchangeToken, { body: { code: 'x' } }));
    expect(refused).toMatchObject({ status: 422, code: 'invalid_grant' });
  });

  it('throws status, code, request id and body of an error response', async () => {
    const refused = await failure(client.call(getTask, { params: { ...params, id: 'x/../1?y=1' } }));
    expect(refused).toBeInstanceOf(SlipwayError);
    expect(refused).toMatchObject({
      status: 404,
      code: 'not_found',
      message: 'Not found.',
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      body: { error: 'not_found', message: 'Not found.' },
    });
    const unauthorized = await failure(createClient({ baseUrl, token: 'invalid' }).call(getPing));
    expect(unauthorized).toMatchObject({ status: 401, code: '', body: {} });
  });
});

describe('paginate', () => {
  const titles = Array.from({ length: 7 }, (_, index) => `Row ${index}`);

  it('yields every row once, newest first', async () => {
    const { id } = await api.make.project(api.accountId);
    for (const title of titles) await client.call(createTask, { params: { project_id: id }, body: { title } });
    const seen: string[] = [];
    const options = { params: { project_id: id }, query: { limit: 3 } };
    for await (const task of client.paginate(listTasks, options, (page) => page.tasks)) seen.push(task.title);
    expect(seen).toEqual(titles.toReversed());
  });

  it('reads no page that is not needed', async () => {
    let requests = 0;
    const counting = createClient({
      baseUrl,
      token: api.token,
      fetch: (...request) => {
        requests += 1;
        return fetch(...request);
      },
    });
    for await (const _ of counting.paginate(listTasks, { params, query: { limit: 1 } }, ({ tasks }) => tasks))
      break;
    expect(requests).toBe(1);
  });
});

/** A service that sends these responses in order, and then repeats the last one. */
async function scripted(
  responses: readonly { status: number; headers?: Record<string, string>; body?: string }[],
) {
  const requests: string[] = [];
  const { url } = await listen((request, response) => {
    const next = responses[Math.min(requests.length, responses.length - 1)];
    requests.push(`${request.method} ${request.url}`);
    request.resume().on('end', () => {
      response.writeHead(next?.status ?? 500, next?.headers).end(next?.body ?? '{}');
    });
  });
  const waits: number[] = [];
  const wait = async (ms: number) => void waits.push(ms);
  return { url, requests, waits, client: createClient({ baseUrl: url, token: 'x', wait }) };
}

const throttled = {
  status: 429,
  headers: { 'retry-after': '7' },
  body: '{"error":"rate_limited","message":"Slow"}',
};
const unavailable = {
  status: 503,
  headers: { 'retry-after': '2' },
  body: '{"error":"unavailable","message":"Down"}',
};
const ok = { status: 200, body: '{"done":true}' };
const task = { params: { project_id: 1 }, body: { title: 'x' } };

describe('retries', () => {
  it('wait for the Retry-After of a throttled request, whatever its method', async () => {
    const service = await scripted([throttled, ok]);
    expect(await service.client.call(createTask, task)).toEqual({ done: true });
    expect(service.waits).toEqual([7_000]);
  });

  it('stop after three attempts', async () => {
    const service = await scripted([unavailable]);
    expect(await failure(service.client.call(getPing))).toMatchObject({ status: 503, code: 'unavailable' });
    expect(service.waits).toEqual([2_000, 2_000]);
    expect(service.requests).toHaveLength(3);
  });

  it('do not wait for a long Retry-After, such as a daily limit', async () => {
    const tomorrow = { ...throttled, headers: { 'retry-after': '36000' } };
    const service = await scripted([tomorrow, ok]);
    const options = { params: { project_id: 1, build_run_id: 2 } };
    const refused = await failure(service.client.call(investigateBuildRun, options));
    expect(refused).toMatchObject({ status: 429, retryAfterSeconds: 36_000 });
    expect(service.requests).toHaveLength(1);
  });

  it('repeat a write during an outage only with an idempotency key', async () => {
    const unsafe = await scripted([unavailable, ok]);
    expect(await failure(unsafe.client.call(createTask, task))).toMatchObject({ status: 503 });
    const safe = await scripted([unavailable, ok]);
    expect(await safe.client.call(createTask, { ...task, idempotencyKey: 'k' })).toEqual({ done: true });
  });

  it('can be turned off', async () => {
    const { url, requests } = await scripted([throttled, ok]);
    const single = createClient({ baseUrl: url, retry: false });
    expect(await failure(single.call(getPing))).toMatchObject({ status: 429 });
    expect(requests).toHaveLength(1);
  });

  it('never repeat a request that the service refused', async () => {
    const service = await scripted([{ status: 422, body: '{"error":"unknown_parameter","message":""}' }, ok]);
    expect(await failure(service.client.call(getPing))).toMatchObject({ code: 'unknown_parameter' });
    expect(service.requests).toHaveLength(1);
  });
});

describe('a service that does not respond properly', () => {
  it('times out, and a read is repeated', async () => {
    let requests = 0;
    const { url } = await listen((_request, response) => {
      requests += 1;
      if (requests > 1) response.end('{"status":"ok"}');
    });
    const hasty = createClient({ baseUrl: url, timeoutMs: 200, wait: async () => undefined });
    expect(await hasty.call(getPing)).toEqual({ status: 'ok' });
    expect(requests).toBe(2);
  });

  it('is reported with its URL if it cannot be reached', async () => {
    const closed = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => closed.once('listening', resolve));
    const { port } = closed.address() as { port: number };
    await new Promise((resolve) => closed.close(resolve));
    const lost = createClient({ baseUrl: `http://127.0.0.1:${port}`, retry: false });
    const error = await failure(lost.call(getPing));
    expect(error).toBeInstanceOf(ConnectionError);
    expect((error as Error).message).toBe(`http://127.0.0.1:${port} cannot be reached`);
  });

  it('is reported if it sends something other than JSON', async () => {
    const { client: misled, requests } = await scripted([{ status: 200, body: '<!doctype html>' }]);
    expect(await failure(misled.call(getPing))).toBeInstanceOf(InvalidResponseError);
    expect(requests).toHaveLength(1);
    const gateway = await scripted([{ status: 502, body: '<h1>Bad gateway</h1>' }]);
    expect(await failure(gateway.client.call(getPing))).toMatchObject({
      status: 502,
      message: 'HTTP 502',
      body: {},
    });
  });

  it.each([301, 302, 303, 307, 308])(
    'gets one request when it redirects with %i, and the redirect target gets none',
    async (status) => {
      const other = await scripted([ok]);
      const moved = await scripted([{ status, headers: { location: `${other.url}/api/v1/ping` } }]);
      const error = await failure(moved.client.call(getPing));
      expect(error).toBeInstanceOf(RedirectError);
      expect((error as Error).message).toContain(`${moved.url} redirects to ${other.url}`);
      expect([moved.requests.length, other.requests.length]).toEqual([1, 0]);
    },
  );

  it('receives no request after the caller has aborted', async () => {
    const service = await scripted([unavailable]);
    const error = await failure(service.client.call(getPing, { signal: AbortSignal.abort(new Error('enough')) }));
    expect((error as Error).message).toBe('enough');
    expect(service.requests).toEqual([]);
  });
});
