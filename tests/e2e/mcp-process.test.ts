import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { type CallToolResult, Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { freePort } from '@slipway/local';
import { startService } from './service.js';

const service = await startService({});
const { make } = service;
const { accountId, userId } = await make.studio();
const project = await make.project(accountId);
const { token } = await make.apiToken(userId);

const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
});

/** Starts the server as operators do who run it as a separate process. */
async function startServe(env: Readonly<Record<string, string>>) {
  const port = await freePort();
  const serve = join(import.meta.dirname, '..', '..', 'apps', 'mcp', 'dist', 'serve.js');
  const child = fork(serve, {
    // Without Jest's own flags.
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { PORT: String(port), METRICS_PORT: '0', LOG_LEVEL: 'fatal', API_URL: service.apiUrl, ...env },
  });
  children.push(child);
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  await new Promise((resolve, reject) => child.once('message', resolve).once('exit', reject));
  return { child, ended, url: new URL(`http://127.0.0.1:${port}/mcp`) };
}

it('a separate process is read-only with MCP_READ_ONLY, and answers a pending tool call before SIGTERM ends it', async () => {
  const { child, ended, url } = await startServe({ MCP_READ_ONLY: '1', BASE_URL: service.apiUrl });
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
  const { tools } = await client.listTools();
  expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true)).toEqual([]);
  const { id } = await make.buildRun(project, { status: 'building' });
  const request = {
    name: 'wait_for_build',
    arguments: { project: String(project.id), build_id: String(id), timeout_seconds: 300 },
  };
  // The first progress report shows that the tool is polling. A second signal would end the process immediately.
  let reports = 0;
  const onprogress = () => {
    reports += 1;
    if (reports === 1) child.kill('SIGTERM');
  };
  const result = (await client.callTool(request, { onprogress, timeout: 60_000 })) as CallToolResult;
  expect(result.structuredContent).toMatchObject({ status: 'building' });
  expect(await ended).toBe(0);
  await client.close();
});
