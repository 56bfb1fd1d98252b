import { describe, expect, it } from '@jest/globals';
import type { Operation } from '@slipway/domain';
import type { FieldTypes } from './field-types.fixture.js';
import { fieldTypesRegistry } from './field-types-registry.fixture.js';
import { type Json, type Path, placesIn, replaceAt } from './places.fixture.js';
import { processSample, readSample, registered, type Sample, sampleNames } from './samples.fixture.js';

const FIELD_TYPES: Readonly<Record<string, FieldTypes>> = fieldTypesRegistry;
const VALUES: readonly Json[] = [7, 'text', true, [7], { x: 1 }];

const typeOf = (value: Json) => (Array.isArray(value) ? 'array' : typeof value);
const isScalar = (type: string) => type === 'string' || type === 'number';

/** Values of a different type. Numbers and text may replace each other, because some senders quote numbers. */
function wrongValues(value: Json): Json[] {
  const type = typeOf(value);
  return VALUES.filter((other) => typeOf(other) !== type && !(isScalar(type) && isScalar(typeOf(other))));
}

/** `commits.*.id` stands for the id of any commit. */
const patternOf = (path: Path) => path.map((key) => (/^[0-9]+$/.test(key) ? '*' : key)).join('.');

interface Field {
  readonly name: string;
  readonly sample: Sample;
  readonly body: Record<string, Json>;
  readonly event: string;
  readonly path: Path;
  readonly pattern: string;
  readonly value: Json;
}

/** The fields of a provider's applied samples: one for every combination of event, pattern and type. */
function fieldsOf(id: string): Field[] {
  const fields = new Map<string, Field>();
  for (const name of sampleNames(id)) {
    const sample = readSample(name);
    const { outcome, event } = processSample(sample);
    if (outcome !== 'applied' || event === null || sample.body === undefined) continue;
    const body = sample.body as Record<string, Json>;
    for (const { path, value } of placesIn(body)) {
      const pattern = patternOf(path);
      if (value !== null) {
        fields.set(`${event} ${pattern} ${typeOf(value)}`, { name, sample, body, event, path, pattern, value });
      }
    }
  }
  return [...fields.values()];
}

function withValue({ sample, body, path }: Field, value: Json | undefined): Sample {
  return { ...sample, body: replaceAt(body, path, value) as Record<string, Json> };
}

/** A list without fitting entries counts as missing, not as empty. */
function withoutField(field: Field): Sample {
  const parent = field.path.slice(0, -1);
  const list = parent.reduce<Json | undefined>((value, key) => (value as Record<string, Json>)[key], field.body);
  const isOnlyEntry = Array.isArray(list) && list.length === 1;
  return withValue(isOnlyEntry ? { ...field, path: parent } : field, undefined);
}

const describeCase = ({ event, name, pattern }: Field, value: Json, result: string) =>
  `${event} ${pattern} = ${JSON.stringify(value)}: ${result} (${name})`;

function findUnnamedProblem(field: Field, value: Json): string[] {
  const { problem } = processSample(withValue(field, value));
  return problem === undefined ? [] : findStrictFailure(field, value);
}

/** Fails if the event is accepted, or its problem does not name the field. */
function findStrictFailure(field: Field, value: Json): string[] {
  const { problem = 'accepted' } = processSample(withValue(field, value));
  return problem.includes(field.path.at(-1) ?? '') ? [] : [describeCase(field, value, problem)];
}

/** Fails if the event is refused, or its result differs from that of the same event without the detail. */
function findDetailFailures(field: Field, clears: boolean): string[] {
  const comparable = (sample: Sample) => {
    const { problem, operations } = processSample(sample);
    return problem ?? JSON.stringify(clears ? operations.map(withoutClearable) : operations);
  };
  const without = comparable(withoutField(field));
  const isUsed = comparable(field.sample) !== without;
  return wrongValues(field.value).flatMap((value) => {
    const { problem } = processSample(withValue(field, value));
    if (problem !== undefined) return [describeCase(field, value, problem)];
    const isIgnored = !isUsed || comparable(withValue(field, value)) === without;
    return isIgnored ? [] : [describeCase(field, value, 'it is used')];
  });
}

function withoutClearable(operation: Operation): object {
  const { assignee: _, state: __, ...rest } = { assignee: null, state: null, ...operation };
  return rest;
}

describe.each(registered.map(({ id }) => id))('the provider %s', (id) => {
  it('names the field when it refuses a wrong type', () => {
    const fields = fieldsOf(id).filter(({ pattern }) => !FIELD_TYPES[id]?.free?.includes(pattern));
    const failures = fields.flatMap((field) =>
      wrongValues(field.value).flatMap((value) => findUnnamedProblem(field, value)),
    );
    expect(failures).toEqual([]);
  });
});

describe.each(Object.entries(FIELD_TYPES))('%s', (id, { strict, free = [], clearing = [] }) => {
  const fields = fieldsOf(id).filter(({ pattern }) => !free.includes(pattern));
  const isStrict = ({ pattern, event }: Field) =>
    strict.includes(pattern) || strict.includes(`${event} ${pattern}`);
  const details = fields.filter((field) => !isStrict(field));

  it('refuses a wrong type in an identifying or state field, and names the field', () => {
    const failures = fields
      .filter(isStrict)
      .flatMap((field) => wrongValues(field.value).flatMap((value) => findStrictFailure(field, value)));
    expect(failures).toEqual([]);
  });

  it('applies an event without the detail that has a wrong type', () => {
    const failures = details.flatMap((field) => findDetailFailures(field, clearing.includes(field.pattern)));
    expect(failures).toEqual([]);
  });

  it('accepts null for every detail', () => {
    const failures = details.flatMap((field) => {
      const { problem } = processSample(withValue(field, null));
      return problem === undefined ? [] : [describeCase(field, null, problem)];
    });
    expect(failures).toEqual([]);
  });

  it('has a sample for every strict field', () => {
    const shown = fields.flatMap(({ pattern, event }) => [pattern, `${event} ${pattern}`]);
    expect(strict.filter((field) => !shown.includes(field))).toEqual([]);
  });
});
