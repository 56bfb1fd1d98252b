import type { McpServer } from '@modelcontextprotocol/server';

/** A ready-made request that a person can pick. */
export interface McpPrompt {
  /** The tools it needs. A caller who does not see all of them does not see the prompt either. */
  readonly tools: readonly string[];
  /** `offers` tells whether the caller sees a tool, for optional steps. */
  register(server: McpServer, offers: (tool: string) => boolean): void;
}

/** Declares a prompt. */
export function definePrompt(prompt: McpPrompt): McpPrompt {
  return prompt;
}

/** The message of a prompt. */
export function userMessage(text: string) {
  return { messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] };
}
