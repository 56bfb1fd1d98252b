import type { McpServer, ServerContext } from '@modelcontextprotocol/server';
import type { EndpointContract } from '@slipway/contracts';
import type { ToolContext } from './define-tool.js';

/** Data that a client can attach to a conversation. */
export interface McpResource {
  /** Hidden from tokens that lack the scopes of these endpoints. */
  readonly endpoints: readonly EndpointContract[];
  register(server: McpServer, contextOf: (context: ServerContext) => ToolContext): void;
}

/** Declares a resource. */
export function defineResource(resource: McpResource): McpResource {
  return resource;
}
