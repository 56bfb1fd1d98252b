import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkDurations, type Operation } from '@slipway/domain';
import type { Provider, WebhookEndpoint } from './define-provider.js';
import { findProblem } from './find-problem.js';
import { eventOf } from './normalize.js';
import { providers } from './registry.js';
import type { Headers } from './signatures/scheme.js';

/** A delivery as its sender makes it, in providers/<provider>/samples/<case>.json. */
export interface Sample {
  /** The source of the payload's shape. */
  readonly source: string;
  /** Path below /webhooks. */
  readonly endpoint: string;
  readonly headers?: Headers;
  readonly body?: Readonly<Record<string, unknown>>;
  /** The body as text, if it is not a JSON object. */
  readonly rawBody?: string;
  readonly config?: Readonly<Record<string, unknown>>;
}

/** The expected result of a sample, in <case>.expected.json next to it. */
export interface Expectation {
  readonly event: string | null;
  readonly outcome: 'applied' | 'ignored' | 'malformed';
  readonly operations: readonly Operation[];
  readonly problem?: string;
}

export const registered: readonly Provider[] = providers;

const RECEIVED_AT = Date.parse('2026-11-02T12:00:00.000Z');
const root = join(import.meta.dirname, 'providers');

const folderOf = (provider: string) => join(root, provider.replaceAll('_', '-'), 'samples');

function pathOf(name: string, suffix: string): string {
  const [provider = '', file] = name.split('/');
  return join(folderOf(provider), `${file}${suffix}`);
}

/** The samples of a provider, named `<provider>/<case>`. */
export function sampleNames(provider: string): string[] {
  return readdirSync(folderOf(provider))
    .filter((file) => file.endsWith('.json') && !file.endsWith('.expected.json'))
    .map((file) => `${provider}/${file.slice(0, -'.json'.length)}`);
}

export function readSample(name: string): Sample {
  return JSON.parse(readFileSync(pathOf(name, '.json'), 'utf8')) as Sample;
}

export function readExpectation(name: string): Expectation {
  return JSON.parse(readFileSync(pathOf(name, '.expected.json'), 'utf8')) as Expectation;
}

export function writeExpectation(name: string, expectation: Expectation): void {
  writeFileSync(pathOf(name, '.expected.json'), `${JSON.stringify(expectation, null, 2)}\n`);
}

/** The provider that a path below /webhooks belongs to. */
export function findEndpoint(path: string): { provider: Provider; endpoint: WebhookEndpoint } {
  for (const provider of registered) {
    const endpoint = provider.endpoints.find((candidate) => candidate.path === path);
    if (endpoint !== undefined) return { provider, endpoint };
  }
  throw new Error(`no provider has the endpoint ${path}`);
}

/** Reads a raw body with the provider's own reader, or else as a form. */
function readRaw(provider: Provider, text: string): Readonly<Record<string, unknown>> {
  return provider.readBody?.(text) ?? Object.fromEntries(new URLSearchParams(text));
}

/** Checks and normalizes a sample as ingest and the worker do. */
export function processSample({ endpoint: path, headers = {}, body, rawBody, config = {} }: Sample): Expectation {
  const { provider, endpoint } = findEndpoint(path);
  const sent = body ?? readRaw(provider, rawBody ?? '');
  const payload = structuredClone(provider.trim?.(sent) ?? sent);
  const received = { headers, payload, endpoint };
  provider.deliveryId(received);
  const name = endpoint.event ?? provider.eventName(received);
  if (name === null) {
    return { event: null, outcome: 'malformed', operations: [], problem: `${provider.eventSource} is required` };
  }
  const event = eventOf(provider, name);
  if (event === undefined) return { event: name, outcome: 'ignored', operations: [] };
  const problem = findProblem(event.schema, payload);
  if (problem !== null) return { event: name, outcome: 'malformed', operations: [], problem };
  const context = { receivedAt: RECEIVED_AT, event: name, engine: 'unreal', config } as const;
  const { operations } = checkDurations(event.normalize(payload, context));
  return { event: name, outcome: operations.length === 0 ? 'ignored' : 'applied', operations };
}
