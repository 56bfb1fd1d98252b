import { describe, expect, it } from '@jest/globals';
import fc, { type Arbitrary } from 'fast-check';
import type { TSchema } from 'typebox';
import { anyCharacter } from '../../any-character.fixture.js';
import type { ProviderEvent } from '../../define-provider.js';
import { findProblem } from '../../find-problem.js';
import { operationProblem } from '../../operation-problem.fixture.js';
import { provider } from './index.js';

interface JsonSchema {
  type?: string;
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  minLength?: number;
  pattern?: string;
  detail?: JsonSchema;
  detailList?: JsonSchema;
}

/** Words that GitHub uses, so that random payloads reach the code that checks for them. */
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
  return fc.oneof(fc.constantFrom(...WORDS), fc.string({ minLength, maxLength: 12, unit: anyCharacter }));
}

/** Only the names of repositories have a pattern. */
const repository = fc.constantFrom('studio/harbor', 's-t_1/.github', '0/__proto__');

const anything = fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.constantFrom(...WORDS));

const SCALARS: Readonly<Record<string, (schema: JsonSchema) => Arbitrary<unknown>>> = {
  string: ({ minLength = 0, pattern }) => (pattern === undefined ? text(minLength) : repository),
  integer: () => fc.maxSafeInteger(),
  boolean: () => fc.boolean(),
  null: () => fc.constant(null),
};

/** Any payload that fits a schema, with details of any type and additional fields. */
function fitting(schema: JsonSchema): Arbitrary<unknown> {
  if (schema.detail !== undefined) return fc.oneof(fitting(schema.detail), anything);
  if (schema.detailList !== undefined) {
    return fc.oneof(fc.array(fc.oneof(fitting(schema.detailList), anything), { maxLength: 3 }), anything);
  }
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

  it('returns the same well-formed operations for every payload that matches its schema', () => {
    fc.assert(
      fc.property(fitting(schema as JsonSchema), (payload) => {
        expect(findProblem(schema, payload)).toBeNull();
        const operations = event.normalize(payload, context);
        expect(operations.map(operationProblem).filter((problem) => problem !== null)).toEqual([]);
        expect(event.normalize(payload, context)).toEqual(operations);
      }),
      { numRuns: 100 },
    );
  });
});
