import { describe, expect, it } from '@jest/globals';
import { Client as McpClient } from '@modelcontextprotocol/client';
import { InMemoryTransport } from '@modelcontextprotocol/server';
import { runCli } from '@slipway/cli';
import { createClient } from '@slipway/client';
import { createServer } from '@slipway/mcp';
import { startService } from './service.js';

const service = await startService();
const { userId } = await service.make.studio();
const { token } = await service.make.apiToken(userId, { scopes: ['ping', 'read:tasks'] });

async function slipway(args: string[], env: Record<string, string>) {
  const [out, err]: string[][] = [[], []];
  const code = await runCli(args, {
    env: { SLIPWAY_HOST: service.apiUrl, ...env },
    write: (line) => out?.push(line),
    writeError: (line) => err?.push(line),
  });
  return { code, out: out?.join('\n'), err: err?.join('\n') };
}

describe('slipway ping', () => {
  it('prints that the token works and lists its scopes', async () => {
    const { code, out } = await slipway(['ping'], { SLIPWAY_TOKEN: token });
    expect([code, out]).toEqual([0, expect.stringMatching(/^ok\t.+\tping read:tasks$/)]);
  });

  it('exits with 4 when it needs a token, and with 1 for an unknown command or an unreachable service', async () => {
    expect(await slipway(['ping'], {})).toMatchObject({ code: 4, err: expect.stringContaining('SLIPWAY_TOKEN') });
    expect((await slipway(['pong'], {})).code).toBe(1);
    const unreachable = await slipway(['ping'], { SLIPWAY_HOST: 'http://127.0.0.1:1' });
    expect(unreachable).toMatchObject({ code: 1, err: expect.stringContaining('cannot be reached') });
  });
});

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
