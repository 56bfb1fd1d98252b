import type { Client } from '@slipway/client';
import type { Static, TSchema } from 'typebox';

/** One tool that an assistant may call. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: TSchema;
  /** True if the tool changes nothing. */
  readonly readOnly: boolean;
  /** `input` matches the input schema: the server validates it before the call. */
  run(input: unknown, client: Client): Promise<unknown>;
}

/** Declares a tool; the type of its input follows from its schema. */
export function defineTool<S extends TSchema>(
  tool: Omit<Tool, 'input' | 'run'> & {
    readonly input: S;
    run(input: Static<S>, client: Client): Promise<unknown>;
  },
): Tool {
  return tool;
}
