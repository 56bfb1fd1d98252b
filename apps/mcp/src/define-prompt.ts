import type { McpServer } from '@modelcontextprotocol/server';
import type { EndpointContract } from '@slipway/contracts';

/** A ready-made request that a person can pick. */
export interface McpPrompt {
  /** Hidden from tokens that lack the scopes of these endpoints. */
  readonly endpoints: readonly EndpointContract[];
  register(server: McpServer): void;
}

/** Declares a prompt. */
export function definePrompt(prompt: McpPrompt): McpPrompt {
  return prompt;
}

/** The message of a prompt. */
export function userMessage(text: string) {
  return { messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] };
}
