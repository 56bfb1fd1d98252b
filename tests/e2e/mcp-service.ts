import { join } from 'node:path';
import { afterAll } from '@jest/globals';
import { type CallToolResult, Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { serve } from '@slipway/http';
import { composeMcp } from '@slipway/mcp';
import { type Service, startService } from './service.js';

/** A service with its assistant-protocol server. */
export interface McpService {
  readonly service: Service;
  readonly mcpUrl: string;
  /** A connected client over HTTP; closed after the tests. */
  connect(token: string, options?: HttpOptions): Promise<Client>;
  /** A connected client of a process that communicates over standard input and output. */
  spawn(env: Record<string, string>, args?: readonly string[]): Promise<Client>;
}

interface HttpOptions {
  readonly path?: string;
  readonly headers?: Record<string, string>;
  /** Use only the protocol with a handshake, like clients before 2026. */
  readonly legacy?: boolean;
}

const main = join(import.meta.dirname, '..', '..', 'apps', 'mcp', 'dist', 'main.js');
const anyPort = { host: '127.0.0.1', port: 0 };

/** Await it at the top of a test file. */
export async function startMcp(env: Readonly<Record<string, string>> = {}): Promise<McpService> {
  const service = await startService({ GENERAL_RATE_LIMIT: '1000000', TASK_WRITE_RATE_LIMIT: '1000000', ...env });
  const server = await serve(
    composeMcp(service.process, () => false, service.apiUrl),
    anyPort,
  );
  service.process.onClose('mcp', () => server.close());
  const mcpUrl = `http://127.0.0.1:${server.port}`;
  const clients: Client[] = [];
  afterAll(async () => {
    for (const client of clients) await client.close();
  });
  async function open(client: Client, transport: Parameters<Client['connect']>[0]): Promise<Client> {
    await client.connect(transport);
    clients.push(client);
    return client;
  }
  return {
    service,
    mcpUrl,
    connect(token, { path = '/mcp', headers = {}, legacy = false } = {}) {
      const requestInit = { headers: { ...headers, authorization: `Bearer ${token}` } };
      const transport = new StreamableHTTPClientTransport(new URL(path, mcpUrl), { requestInit });
      return open(newClient(legacy ? 'legacy' : 'auto'), transport);
    },
    spawn(env, args = []) {
      const command = { command: process.execPath, args: [main, ...args] };
      const transport = new StdioClientTransport({ ...command, env: { SLIPWAY_HOST: service.apiUrl, ...env } });
      return open(newClient('auto'), transport);
    },
  };
}

function newClient(mode: 'auto' | 'legacy'): Client {
  return new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
}

/** The text of a result. */
export function textOf(result: Pick<CallToolResult, 'content'>): string {
  return result.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
}
