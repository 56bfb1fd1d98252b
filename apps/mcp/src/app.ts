import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
import { type Client, SlipwayError } from '@slipway/client';
import type { Tool } from './define-tool.js';
import { tools } from './registry.js';

/** Creates a Model Context Protocol server whose tools call the REST API. */
export function createServer(client: Client): McpServer {
  const server = new McpServer({ name: 'slipway', version: '0.1.0' }, { capabilities: { tools: {} } });
  for (const tool of tools) {
    const { name, title, description, input, readOnly } = tool;
    const config = {
      title,
      description,
      inputSchema: fromJsonSchema(input),
      annotations: { readOnlyHint: readOnly },
    };
    server.registerTool(name, config, (args) => run(tool, args, client));
  }
  return server;
}

async function run(tool: Tool, args: unknown, client: Client) {
  try {
    const result = await tool.run(args, client);
    return { content: [{ type: 'text' as const, text: JSON.stringify(result, null, 2) }] };
  } catch (error) {
    if (!(error instanceof SlipwayError)) throw error;
    const text = error.status === 401 ? 'The token is missing, revoked or expired.' : error.message;
    return { content: [{ type: 'text' as const, text }], isError: true };
  }
}
