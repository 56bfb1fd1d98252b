import { createServer, type RequestListener } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { ConnectionError, createClient, InvalidResponseError, SlipwayError } from '@slipway/client';
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
  it('calls what has parameters in its path and what has none', async () => {
    const { projects } = await client.call(listProjects);
    expect(projects.map(({ id }) => id)).toContain(String(api.project.id));
    const project = await client.call(getProject, { params });
    expect(project.name).toBe(projects.find(({ id }) => id === project.id)?.name);
  });

  it('sends bodies under the key of their contract', async () => {
    const made = await client.call(createTask, { params, body: { title: 'Dock the boat', labels: ['a', 'b'] } });
    expect(made).toMatchObject({ title: 'Dock the boat', labels: ['a', 'b'], state: 'to_do' });
    const options = { params: { ...params, id: made.id }, body: { state: 'blocked' as const } };
    const changed = await client.call(updateTask, options);
    expect(changed).toMatchObject({ id: made.id, state: 'blocked' });
  });

  it('writes times, lists, flags and composed values as the parameters read them', async () => {
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

  it('repeats a creation under its idempotency key without a second effect', async () => {
    const options = { params, body: { title: 'Only once' }, idempotencyKey: 'client-test-1' };
    const [first, second] = [await client.call(createTask, options), await client.call(createTask, options)];
    expect(second).toEqual(first);
  });

  it('calls what needs no token without one', async () => {
    const nobody = createClient({ baseUrl });
    expect(await nobody.call(getOpenApi)).toMatchObject({ openapi: expect.stringMatching(/^3\.1\./) });
    const refused = await failure(nobody.call(exchangeToken, { body: { code: 'x' } }));
    expect(refused).toMatchObject({ status: 422, code: 'invalid_grant' });
  });

  it('tells status, code, request id and body of a refusal', async () => {
    const refused = await failure(client.call(getTask, { params: { ...params, id: 'x/../1?y=1' } }));
    expect(refused).toBeInstanceOf(SlipwayError);
    expect(refused).toMatchObject({
      status: 404,
      code: 'not_found',
      message: 'Not found.',
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      body: { error: 'not_found', message: 'Not found.' },
    });
    const dead = await failure(createClient({ baseUrl, token: 'dead' }).call(getPing));
    expect(dead).toMatchObject({ status: 401, code: '', body: {} });
  });
});

describe('the rows of a list', () => {
  const titles = Array.from({ length: 7 }, (_, index) => `Row ${index}`);

  it('come page after page, each once, newest first', async () => {
    const { id } = await api.make.project(api.accountId);
    for (const title of titles) await client.call(createTask, { params: { project_id: id }, body: { title } });
    const seen: string[] = [];
    const options = { params: { project_id: id }, query: { limit: 3 } };
    for await (const task of client.paginate(listTasks, options, (page) => page.tasks)) seen.push(task.title);
    expect(seen).toEqual(titles.toReversed());
  });

  it('are read no further than they are asked for', async () => {
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

/** A service that answers each request with the next of these, the last one for good. */
async function scripted(answers: readonly { status: number; headers?: Record<string, string>; body?: string }[]) {
  const asked: string[] = [];
  const { url } = await listen((request, response) => {
    const answer = answers[Math.min(asked.length, answers.length - 1)];
    asked.push(`${request.method} ${request.url}`);
    request.resume().on('end', () => {
      response.writeHead(answer?.status ?? 500, answer?.headers).end(answer?.body ?? '{}');
    });
  });
  const waits: number[] = [];
  const wait = async (ms: number) => void waits.push(ms);
  return { url, asked, waits, client: createClient({ baseUrl: url, token: 'x', wait }) };
}

const throttled = {
  status: 429,
  headers: { 'retry-after': '7' },
  body: '{"error":"rate_limited","message":"Slow"}',
};
const away = { status: 503, headers: { 'retry-after': '2' }, body: '{"error":"unavailable","message":"Away"}' };
const ok = { status: 200, body: '{"done":true}' };
const task = { params: { project_id: 1 }, body: { title: 'x' } };

describe('retries', () => {
  it('wait as long as a throttled request was told to, whatever its method', async () => {
    const service = await scripted([throttled, ok]);
    expect(await service.client.call(createTask, task)).toEqual({ done: true });
    expect(service.waits).toEqual([7_000]);
  });

  it('stop after three tries', async () => {
    const service = await scripted([away]);
    expect(await failure(service.client.call(getPing))).toMatchObject({ status: 503, code: 'unavailable' });
    expect(service.waits).toEqual([2_000, 2_000]);
    expect(service.asked).toHaveLength(3);
  });

  it('do not wait for longer than is bearable: a daily limit is told at once', async () => {
    const tomorrow = { ...throttled, headers: { 'retry-after': '36000' } };
    const service = await scripted([tomorrow, ok]);
    const options = { params: { project_id: 1, build_run_id: 2 } };
    const refused = await failure(service.client.call(investigateBuildRun, options));
    expect(refused).toMatchObject({ status: 429, retryAfterSeconds: 36_000 });
    expect(service.asked).toHaveLength(1);
  });

  it('repeat a write during an outage only when a key makes it safe', async () => {
    const unsafe = await scripted([away, ok]);
    expect(await failure(unsafe.client.call(createTask, task))).toMatchObject({ status: 503 });
    const safe = await scripted([away, ok]);
    expect(await safe.client.call(createTask, { ...task, idempotencyKey: 'k' })).toEqual({ done: true });
  });

  it('can be turned off', async () => {
    const { url, asked } = await scripted([throttled, ok]);
    const patient = createClient({ baseUrl: url, retry: false });
    expect(await failure(patient.call(getPing))).toMatchObject({ status: 429 });
    expect(asked).toHaveLength(1);
  });

  it('never repeat what the service refused', async () => {
    const service = await scripted([{ status: 422, body: '{"error":"unknown_parameter","message":""}' }, ok]);
    expect(await failure(service.client.call(getPing))).toMatchObject({ code: 'unknown_parameter' });
    expect(service.asked).toHaveLength(1);
  });
});

describe('a service that does not answer as it should', () => {
  it('is given up after the time limit, and a read is tried again', async () => {
    let asked = 0;
    const { url } = await listen((_request, response) => {
      asked += 1;
      if (asked > 1) response.end('{"status":"ok"}');
    });
    const hasty = createClient({ baseUrl: url, timeoutMs: 200, wait: async () => undefined });
    expect(await hasty.call(getPing)).toEqual({ status: 'ok' });
    expect(asked).toBe(2);
  });

  it('is reported with its address when it cannot be reached', async () => {
    const closed = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => closed.once('listening', resolve));
    const { port } = closed.address() as { port: number };
    await new Promise((resolve) => closed.close(resolve));
    const lost = createClient({ baseUrl: `http://127.0.0.1:${port}`, retry: false });
    const error = await failure(lost.call(getPing));
    expect(error).toBeInstanceOf(ConnectionError);
    expect((error as Error).message).toBe(`http://127.0.0.1:${port} cannot be reached`);
  });

  it("may be someone else's page", async () => {
    const { client: misled, asked } = await scripted([{ status: 200, body: '<!doctype html>' }]);
    expect(await failure(misled.call(getPing))).toBeInstanceOf(InvalidResponseError);
    expect(asked).toHaveLength(1);
    const gateway = await scripted([{ status: 502, body: '<h1>Bad gateway</h1>' }]);
    expect(await failure(gateway.client.call(getPing))).toMatchObject({
      status: 502,
      message: 'HTTP 502',
      body: {},
    });
  });

  it('is not asked again once the caller has given up', async () => {
    const service = await scripted([away]);
    const error = await failure(service.client.call(getPing, { signal: AbortSignal.abort(new Error('enough')) }));
    expect((error as Error).message).toBe('enough');
    expect(service.asked).toEqual([]);
  });
});
