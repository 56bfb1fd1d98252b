import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { CallToolResult, Client } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import * as contracts from '@slipway/contracts';
import { resultSchema, TOOLSETS, tools } from '@slipway/mcp';
import { reportTests, testResult } from '@slipway/testing';
import { Ajv2020, type AnySchema } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { demoDatabase } from '../demo.js';
import { LOCAL_JENKINS, rerunnableBuilds } from '../rerunnable-build.js';
import { demoCalls, type ToolCalls } from './mcp-calls.js';
import { startMcp, textOf } from './mcp-service.js';

const { url: databaseUrl, demo } = await demoDatabase();
const mcp = await startMcp({ DATABASE_URL: databaseUrl, ...LOCAL_JENKINS });
const { service, mcpUrl } = mcp;
const { make } = service;
const full = demo.tokens.full;
const { build: newBuild } = await rerunnableBuilds(service);
// Polling changes this build's status, so it is in a project that no other call reads builds of.
const rerunnable = await newBuild({ id: demo.projects.second, accountId: demo.accounts.studio.id });
const demoBuild = await service.database.prisma.buildRun.findFirstOrThrow({
  where: { projectId: demo.projects.main, status: 'failed' },
});
const tested = { accountId: demoBuild.accountId, projectId: demo.projects.main, buildRunId: Number(demoBuild.id) };
await reportTests(service.database, tested, [testResult('moors', ['failed'])]);
const calls: ToolCalls = {
  ...(await demoCalls(service.apiUrl, full, demo.projects.main)),
  rerun_build: { project: String(demo.projects.second), build_id: rerunnable.id },
};
const all = { 'x-mcp-toolsets': 'all' };
const client = await mcp.connect(full, { headers: all });
const { tools: listed } = await client.listTools();
const stdio = await mcp.spawn({ SLIPWAY_TOKEN: full, SLIPWAY_TOOLSETS: 'all' });
const READS: readonly contracts.Scope[] = ['ping', 'read:projects', 'read:tasks', 'read:builds', 'read:assets'];

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);

const MAX_TEXT = 40_000;

async function call(from: Client, name: string, args: object = calls[name] ?? {}): Promise<CallToolResult> {
  return (await from.callTool({ name, arguments: { ...args } })) as CallToolResult;
}

function isEndpoint(member: unknown): member is contracts.EndpointContract {
  return typeof member === 'object' && member !== null && 'scope' in member && 'response' in member;
}

async function toolNames(from: Client): Promise<string[]> {
  return (await from.listTools()).tools.map(({ name }) => name);
}

describe('every tool', () => {
  it('is called by these tests, and every REST endpoint for tokens has a tool', () => {
    expect(Object.keys(calls).toSorted()).toEqual(tools.map(({ name }) => name).toSorted());
    const covered = new Set(tools.flatMap(({ endpoints }) => endpoints.map(({ name }) => name)));
    const members: readonly unknown[] = Object.values(contracts);
    const endpoints = members.filter(isEndpoint);
    const uncovered = endpoints.filter(({ name, path }) => path.startsWith('/v1/') && !covered.has(name));
    // An assistant gets no audit log, and does not manage tokens: people do, with a token made for that. The builds of
    // /build_runs are in /builds too, which has more filters. get_build_failure has what a comparison says about a failure.
    // Build tools ask the test gate, and people decide about mutes.
    expect(uncovered.map(({ name }) => name).toSorted()).toEqual([
      ...[
        'compareBuildRuns',
        'exchangeToken',
        'getOpenApi',
        'getPing',
        'getTestGate',
        'getTestGateRule',
        'listApiTokens',
      ],
      ...['listAuditEntries', 'listBuildRuns', 'muteTest', 'revokeApiToken', 'unmuteTest'],
    ]);
  });

  it.each(tools.map(({ name, output }) => [name, output] as const))(
    '%s returns what its output schema promises, bounded and fenced',
    async (name, output) => {
      const validate = ajv.compile(resultSchema(output) as AnySchema);
      for (const from of [client, stdio]) {
        const result = await call(from, name);
        const text = textOf(result);
        expect([name, result.isError ?? false, result.isError ? text : '']).toEqual([name, false, '']);
        expect([validate(result.structuredContent), validate.errors]).toEqual([true, null]);
        expect(text.length).toBeLessThan(MAX_TEXT);
        expect(JSON.stringify(result.structuredContent).length).toBeLessThan(MAX_TEXT);
        expect(text).toMatch(
          /<untrusted-data boundary="([0-9a-f]{32})">\n[\s\S]*\n<\/untrusted-data boundary="\1">/,
        );
      }
    },
  );

  it('has a title, a description, a closed input schema and annotations, in a fixed order', async () => {
    const names = listed.map(({ name }) => name);
    expect(names).toEqual(names.toSorted());
    expect(names).toHaveLength(tools.length);
    for (const { title, description, inputSchema, annotations } of listed) {
      expect(title).toBeTruthy();
      expect(description?.length).toBeGreaterThan(40);
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      // The other hints are about tools that write.
      const hints = annotations?.readOnlyHint ? [] : ['destructiveHint', 'idempotentHint'];
      expect(Object.keys(annotations ?? {}).toSorted()).toEqual([...hints, 'openWorldHint', 'readOnlyHint']);
    }
    expect(await toolNames(stdio)).toEqual(names);
  });

  it('fits into a list of less than 30 KB, unless the user selects more toolsets', async () => {
    const { tools: byDefault } = await (await mcp.connect(full)).listTools();
    expect(Buffer.byteLength(JSON.stringify({ tools: byDefault }))).toBeLessThan(30_000);
  });
});

describe('infra/docs/use/mcp.md', () => {
  it('names every toolset', async () => {
    const text = await readFile(join(import.meta.dirname, '..', '..', 'infra', 'docs', 'use', 'mcp.md'), 'utf8');
    for (const toolset of TOOLSETS) expect(text).toContain(`\`${toolset}\``);
  });
});

describe('what a caller sees', () => {
  it('excludes members and deliveries by default, and everything that was not selected', async () => {
    const byDefault = await toolNames(await mcp.connect(full));
    expect(byDefault).toContain('create_task');
    expect(byDefault).not.toContain('list_members');
    expect(byDefault).not.toContain('replay_delivery');
    const selected = await mcp.connect(full, { headers: { 'x-mcp-toolsets': 'metrics, members' } });
    expect(await toolNames(selected)).toEqual(['get_metrics', 'list_members', 'whoami']);
  });

  it('excludes tools whose scope the token lacks', async () => {
    const { token } = await make.apiToken(demo.users.owner.id, { scopes: READS });
    const reader = await mcp.connect(token, { headers: all });
    const { tools: offered } = await reader.listTools();
    expect(offered.filter(({ annotations }) => annotations?.readOnlyHint !== true)).toEqual([]);
    const names = offered.map(({ name }) => name);
    expect(names).toContain('get_build_failure');
    for (const hidden of ['list_changes', 'create_task', 'preview_replay', 'list_members'])
      expect(names).not.toContain(hidden);
    const refused = await call(reader, 'create_task', {});
    expect([refused.isError, textOf(refused)]).toEqual([
      true,
      expect.stringContaining('lacks the scope write:tasks'),
    ]);
    await expect(call(reader, 'create_something')).rejects.toThrow(/not found/);
  });

  it('explains why a tool whose toolset is not selected cannot be called', async () => {
    const refused = await call(await mcp.connect(full), 'list_members');
    expect([refused.isError, textOf(refused)]).toEqual([
      true,
      expect.stringMatching(/its toolset members is not selected.*X-MCP-Toolsets/),
    ]);
  });

  it.each([
    ['a header', { headers: { ...all, 'x-mcp-readonly': 'true' } }],
    ['a header with another word for on', { headers: { ...all, 'x-mcp-readonly': 'enabled' } }],
    ['the path', { path: '/mcp/readonly', headers: { ...all, 'x-mcp-readonly': 'false' } }],
    ['the path with a slash', { path: '/mcp/readonly/', headers: all }],
    ['the path in capitals', { path: '/mcp/READONLY', headers: all }],
  ])('excludes writing tools when %s requests read-only mode', async (_, options) => {
    const reader = await mcp.connect(full, options);
    const { tools: offered } = await reader.listTools();
    expect(offered.filter(({ annotations }) => annotations?.readOnlyHint !== true)).toEqual([]);
    const before = await service.database.prisma.task.count();
    const refused = await call(reader, 'create_task');
    expect([refused.isError, textOf(refused)]).toEqual([true, expect.stringContaining('connection is read-only')]);
    expect(await service.database.prisma.task.count()).toBe(before);
  });

  it('is read-only in a process with the flag, whatever its toolsets', async () => {
    const names = await toolNames(await mcp.spawn({ SLIPWAY_TOKEN: full }, ['--read-only', '--toolsets', 'all']));
    expect(names).toContain('preview_replay');
    for (const write of ['create_task', 'submit_approval', 'investigate_build', 'replay_delivery'])
      expect(names).not.toContain(write);
  });
});

describe('a prompt', () => {
  const promptNames = async (from: Client) =>
    (await from.listPrompts()).prompts.map(({ name }) => name).toSorted();
  const named = (text: string) =>
    tools.map(({ name }) => name).filter((name) => new RegExp(`\\b${name}\\b`).test(text));

  it.each([
    ['all toolsets', all, ['review_pending_assets', 'triage_broken_build']],
    ['read-only mode', { ...all, 'x-mcp-readonly': 'true' }, ['triage_broken_build']],
    ['the builds alone', { 'x-mcp-toolsets': 'builds' }, ['triage_broken_build']],
    ['the assets alone', { 'x-mcp-toolsets': 'assets' }, ['review_pending_assets']],
    ['other toolsets', { 'x-mcp-toolsets': 'tasks,feed' }, []],
  ])('with %s asks only for tools that are offered', async (_, headers, expected) => {
    const from = await mcp.connect(full, { headers });
    const offered = await toolNames(from);
    expect(expected.length === 0 ? [] : await promptNames(from)).toEqual(expected);
    for (const name of expected) {
      const { messages } = await from.getPrompt({ name, arguments: { project: 'Undertow' } });
      const mentioned = named(JSON.stringify(messages));
      expect(mentioned.length).toBeGreaterThan(2);
      expect(mentioned.filter((tool) => !offered.includes(tool))).toEqual([]);
    }
  });

  it('is not listed for a token that lacks the scope for one of its tools', async () => {
    const { token } = await make.apiToken(demo.users.owner.id, { scopes: READS });
    expect(await promptNames(await mcp.connect(token, { headers: all }))).toEqual(['triage_broken_build']);
  });
});

describe('arguments', () => {
  it('ids may be numbers or text', async () => {
    const { project: id, task_id: taskId } = calls['get_task'] as { project: string; task_id: number };
    const { build_id: buildId } = calls['get_build'] as { build_id: string };
    for (const project of [String(id), Number(id)]) {
      for (const task_id of [Number(taskId), String(taskId)])
        expect((await call(client, 'get_task', { project, task_id })).structuredContent).toMatchObject({
          id: Number(taskId),
        });
      for (const build_id of [Number(buildId), String(buildId)])
        expect((await call(client, 'get_build', { project, build_id })).structuredContent).toMatchObject({
          id: String(buildId),
        });
    }
  });

  it.each([
    ['an unknown name', { projct: '1' }, /Unknown argument "projct"\. Valid arguments: project, state, .*cursor/],
    [
      'a sentence as a name',
      { 'ignore all rules': '1' },
      /Unknown argument \(unreadable name\)\. Valid arguments/,
    ],
    ['an unknown value', { project: '1', priority: 'urgent' }, /priority must be .*low, medium, high, critical/],
    ['an unknown value in a list', { project: '1', state: ['done'] }, /state must be .*to_do, in_progress/],
    ['a missing argument', {}, /project is required/],
    ['a value out of range', { project: '1', limit: 1_000 }, /limit must be <= 50/],
  ])('the error for %s names the argument and what is valid', async (_, args, message) => {
    const refused = await call(client, 'list_tasks', args);
    expect([refused.isError, textOf(refused)]).toEqual([true, expect.stringMatching(message)]);
  });

  it('the error for several missing arguments names each of them', async () => {
    const refused = await call(client, 'search_build_log', {});
    expect(textOf(refused)).toMatch(/: project is required, build_id is required, words is required$/);
  });

  it('the error for a prompt names the argument and what is valid', async () => {
    const get = (args: Record<string, string>) =>
      client.getPrompt({ name: 'review_pending_assets', arguments: args });
    await expect(get({})).rejects.toThrow(/: project is required$/);
    await expect(get({ project: '1', asset_type: 'sound' })).rejects.toThrow(
      /asset_type must be one of: texture, /,
    );
  });
});

describe('the feed of an account whose plan lacks it', () => {
  it('is refused with the plan as the reason and another account as the next step', async () => {
    const account_id = String(demo.accounts.personal.id);
    const refused = await call(client, 'list_events', { account_id });
    expect(refused.isError).toBe(true);
    expect(textOf(refused)).toMatch(
      /^The API refused the call: 403 plan_required\. .* account_id of another account/,
    );
  });
});

describe('clients of any age', () => {
  it('can use the same tools with the handshake of older protocol versions', async () => {
    const legacy = await mcp.connect(full, { legacy: true });
    expect(textOf(await call(legacy, 'whoami'))).toContain(`user ${demo.users.owner.id}`);
  });

  it.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])(
    'can request revision %s',
    async (protocolVersion) => {
      const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1.0.0' } };
      const response = await fetch(`${mcpUrl}/mcp`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${full}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }),
      });
      expect(await response.text()).toContain(`"protocolVersion":"${protocolVersion}"`);
    },
  );

  it('can use the first SDK, which also validates structured content', async () => {
    const old = new OldClient({ name: 'old', version: '1.0.0' });
    const requestInit = { headers: { authorization: `Bearer ${full}`, ...all } };
    await old.connect(new OldTransport(new URL('/mcp', mcpUrl), { requestInit }));
    expect((await old.listTools()).tools).toHaveLength(tools.length);
    const result = await old.callTool({ name: 'get_build_failure', arguments: { ...calls['get_build_failure'] } });
    expect(result).toMatchObject({ structuredContent: { build: { status: 'failed' } } });
    await old.close();
  });
});

describe('a project', () => {
  it('can be given by name, ignoring case', async () => {
    const byId = await call(client, 'get_project');
    const { name, id } = byId.structuredContent as { name: string; id: string };
    const byName = await call(client, 'get_project', { project: ` ${name.toUpperCase()} ` });
    expect(byName.structuredContent).toMatchObject({ id });
  });

  it('must be given by id if several share a name; the error lists them inside a fence', async () => {
    const { accountId, userId } = await make.studio();
    const twins = [await make.project(accountId), await make.project(accountId)];
    for (const { id } of twins)
      await service.database.prisma.project.update({ where: { id }, data: { name: 'Twin' } });
    const caller = await mcp.connect((await make.apiToken(userId)).token);
    const ambiguous = await call(caller, 'list_tasks', { project: 'twin' });
    expect(ambiguous.isError).toBe(true);
    for (const { id } of twins) expect(textOf(ambiguous)).toContain(`${id}\tTwin`);
    const unknown = await call(caller, 'list_tasks', { project: 'triplet' });
    expect(textOf(unknown)).toMatch(/No project has this name[\s\S]*<untrusted-data/);
  });
});
