import type { Client } from '@slipway/client';
import type { Static, TSchema } from 'typebox';

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

/** Declares a tool, typing its handler by its input schema. */
export function defineTool<const S extends TSchema>(
  tool: Omit<Tool, 'input' | 'run'> & { input: S; run(input: Static<S>, client: Client): Promise<unknown> },
): Tool {
  return tool;
}
