import type { McpServer } from '@modelcontextprotocol/server';

/** A ready-made request that a person can pick. */
export interface McpPrompt {
  /** The tools that it cannot do without: where one of them is not offered, neither is the prompt. */
  readonly tools: readonly string[];
  /** `offers` says whether the caller sees a tool, for steps that can be left out. */
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
