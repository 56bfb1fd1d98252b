import type { Client } from '@slipway/client';
import type { EndpointContract } from '@slipway/contracts';
import type { Static, TObject } from 'typebox';
import type { Toolset } from './toolsets.js';

/** What a tool works with: one token, and the request that called it. */
export interface ToolContext {
  readonly client: Client;
  /** The address of the console, for links. */
  readonly webUrl: string;
  readonly signal: AbortSignal;
  /** Whether the token has the scope of an endpoint that is optional for the tool. */
  mayCall(endpoint: EndpointContract): boolean;
  /** True while the process shuts down: a tool that waits should return what it has. */
  isDraining(): boolean;
  reportProgress(done: number, total: number, message: string): Promise<void>;
}

export interface Answer<Data> {
  /** A sentence in the server's own words: numbers, ids and fixed words, never text that came from outside. */
  readonly summary: string;
  readonly data: Data;
  /** Renders the data, already cut to size, for the text of the result; fenced like the default rendering. */
  render?(data: Data): string;
  /** What to do next, such as the call that returns what was omitted. */
  readonly next?: readonly string[];
}

export interface Tool {
  readonly name: string;
  readonly title: string;
  /** Written for a model: when to use the tool, and when to use another one. */
  readonly description: string;
  readonly toolset: Toolset;
  /** The endpoints that the tool cannot work without. Their scopes and methods decide who sees the tool. */
  readonly endpoints: readonly EndpointContract[];
  readonly input: TObject;
  readonly output: TObject;
  /** Set for a tool that overwrites existing data. */
  readonly isDestructive?: boolean;
  /** Set for a writing tool that has no further effect if called again with the same arguments. */
  readonly isIdempotent?: boolean;
  /** Set for a tool that only reads although its endpoint can also write. */
  readonly isReadOnly?: boolean;
  /** `input` matches the input schema: the server validates it before the call. */
  run(input: unknown, context: ToolContext): Promise<Answer<object>>;
}

/** Declares a tool; the types of its input and output follow from its schemas. */
export function defineTool<I extends TObject, O extends TObject>(
  tool: Omit<Tool, 'input' | 'output' | 'run'> & {
    readonly input: I;
    readonly output: O;
    run(input: Static<I>, context: ToolContext): Promise<Answer<Static<O>>>;
  },
): Tool {
  return tool;
}

export function isReadOnly({ endpoints, isReadOnly = false }: Tool): boolean {
  return isReadOnly || endpoints.every(({ method }) => method === 'GET');
}

/** A problem that the caller can solve; the message says how. Text from outside goes into `details`, which is fenced. */
export class ToolProblem extends Error {
  override readonly name = 'ToolProblem';
  readonly details: string;

  constructor(message: string, details = '') {
    super(message);
    this.details = details;
  }
}
