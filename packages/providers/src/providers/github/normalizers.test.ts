import { describe, expect, it } from '@jest/globals';
import fc, { type Arbitrary } from 'fast-check';
import type { TSchema } from 'typebox';
import type { ProviderEvent } from '../../define-provider.js';
import { operationProblem } from '../../operation-problem.js';
import { findProblem } from '../../schema-problem.js';
import { provider } from './index.js';

interface JsonSchema {
  type?: string;
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  minLength?: number;
}

/** Words that mean something to GitHub, so that random payloads reach the branches they decide. */
const WORDS = [
  'open',
  'closed',
  'completed',
  'success',
  'failure',
  'queued',
  'in_progress',
  'deleted',
  'refs/heads/main',
  'refs/tags/v1',
  'refs/heads/',
  '0'.repeat(40),
  'constructor',
  '__proto__',
  'github-actions',
  '2026-11-02T11:00:00Z',
  '12+someone@users.noreply.test',
];

function text(minLength: number): Arbitrary<string> {
  return fc.oneof(fc.constantFrom(...WORDS), fc.string({ minLength, maxLength: 12, unit: 'binary' }));
}

const anything = fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.constantFrom(...WORDS));

const SCALARS: Readonly<Record<string, (schema: JsonSchema) => Arbitrary<unknown>>> = {
  string: ({ minLength = 0 }) => text(minLength),
  integer: () => fc.maxSafeInteger(),
  boolean: () => fc.boolean(),
  null: () => fc.constant(null),
};

/** Any payload that fits a schema, with fields that it does not name besides. */
function fitting(schema: JsonSchema): Arbitrary<unknown> {
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map(fitting));
  if (schema.type === 'array') return fc.array(fitting(schema.items ?? {}), { maxLength: 3 });
  if (schema.type === 'object') {
    const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => [name, fitting(field)]);
    const model = { ...Object.fromEntries(fields), unnamed: anything } as Record<string, Arbitrary<unknown>>;
    return fc.record(model, { requiredKeys: schema.required ?? [] });
  }
  return SCALARS[schema.type ?? '']?.(schema) ?? anything;
}

const events: [string, ProviderEvent][] = Object.entries(provider.events);
const receivedAt = Date.UTC(2026, 10, 2, 12);

describe.each(events)('the normalizer of %s', (name, event) => {
  const schema: TSchema = event.schema;
  const context = { receivedAt, event: name, engine: 'custom', config: {} } as const;

  it('makes well-formed operations of every payload that fits its schema, and always the same', () => {
    fc.assert(
      fc.property(fitting(schema as JsonSchema), (payload) => {
        expect(findProblem(schema, payload)).toBeNull();
        const operations = event.normalize(payload as never, context);
        expect(operations.map(operationProblem).filter((problem) => problem !== null)).toEqual([]);
        expect(event.normalize(payload as never, context)).toEqual(operations);
      }),
      { numRuns: 100 },
    );
  });
});
