import { describe, expect, it } from '@jest/globals';
import type { CallToolResult } from '@modelcontextprotocol/client';
import { startMcp, textOf } from './mcp-service.js';

const mcp = await startMcp();
const { make } = mcp.service;
const { accountId, userId } = await make.studio();
const project = await make.project(accountId);
const other = await make.project(accountId);

describe('a restricted token of an assistant', () => {
  it('sees only its projects', async () => {
    const { token } = await make.apiToken(userId, { projectIds: [project.id] });
    const client = await mcp.connect(token);
    const listed = (await client.callTool({ name: 'list_projects', arguments: {} })) as CallToolResult;
    expect(JSON.stringify(listed.structuredContent)).toContain(`"${project.id}"`);
    expect(JSON.stringify(listed.structuredContent)).not.toContain(`"${other.id}"`);
    const request = { name: 'list_builds', arguments: { project: String(other.id) } };
    const refused = (await client.callTool(request)) as CallToolResult;
    expect(refused.isError).toBe(true);
    expect(textOf(refused)).toMatch(/404 not_found.*restricted to some projects/);
  });

  it('403: from outside its networks, with the reason', async () => {
    const { token } = await make.apiToken(userId, { networks: ['203.0.113.0/24'] });
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
    const answer = await fetch(`${mcp.mcpUrl}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify(message),
    });
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ error: 'network_not_allowed', ip_address: '127.0.0.1' });
  });
});
