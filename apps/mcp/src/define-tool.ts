import type { Client } from '@slipway/client';
import type { TSchema } from 'typebox';

/** One tool an assistant may call. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: TSchema;
  /** True when it changes nothing. */
  readonly readOnly: boolean;
  run(input: never, client: Client): Promise<unknown>;
}

/** Declares a tool, whose handler takes what its input schema describes. */
export function defineTool<T>(
  tool: Omit<Tool, 'run'> & { run(input: T, client: Client): Promise<unknown> },
): Tool {
  return tool;
}
