import { describe, expect, it } from '@jest/globals';
import { Client as McpClient } from '@modelcontextprotocol/client';
import { InMemoryTransport } from '@modelcontextprotocol/server';
import { createClient } from '@slipway/client';
import { createServer } from '@slipway/mcp';
import { startService } from './service.js';

const service = await startService();
const { userId } = await service.make.studio();
const { token } = await service.make.apiToken(userId, { scopes: ['ping', 'read:tasks'] });

describe('the assistant-protocol server', () => {
  async function whoami(bearer: string) {
    const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
    const server = createServer(createClient({ baseUrl: service.apiUrl, token: bearer }));
    const client = new McpClient({ name: 'test', version: '1.0.0' });
    await Promise.all([server.connect(serverSide), client.connect(clientSide)]);
    const { tools } = await client.listTools();
    const result = await client.callTool({ name: 'whoami', arguments: {} });
    await client.close();
    return { names: tools.map(({ name }) => name), result };
  }

  it('lists its tools and describes the token in use', async () => {
    const { names, result } = await whoami(token);
    expect(names).toContain('whoami');
    expect(JSON.stringify(result.content)).toContain(token.slice(0, 8));
  });

  it('returns an error result when the API refuses the token', async () => {
    const { result } = await whoami('x'.repeat(43));
    expect(result.isError).toBe(true);
  });
});
