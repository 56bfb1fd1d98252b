import { describe, expect, it } from '@jest/globals';
import type { Operation } from '@slipway/domain';
import { FIELD_TYPES } from '../tests/field-types.js';
import { type Json, type Path, placesIn, replaceAt } from '../tests/places.js';
import { processSample, readSample, registered, type Sample, sampleNames } from '../tests/samples.js';

const VALUES: readonly Json[] = [7, 'text', true, [7], { x: 1 }];

const typeOf = (value: Json) => (Array.isArray(value) ? 'array' : typeof value);
const isScalar = (type: string) => type === 'string' || type === 'number';

/** Values of another type. Numbers and text may replace each other: senders quote numbers or not. */
function wrongValues(value: Json): Json[] {
  const type = typeOf(value);
  return VALUES.filter((other) => typeOf(other) !== type && !(isScalar(type) && isScalar(typeOf(other))));
}

/** `commits.*.id` for the id of any commit. */
const patternOf = (path: Path) => path.map((key) => (/^[0-9]+$/.test(key) ? '*' : key)).join('.');

/** A field of a sample. */
interface Field {
  readonly name: string;
  readonly sample: Sample;
  readonly body: Record<string, Json>;
  readonly event: string;
  readonly path: Path;
  readonly pattern: string;
  readonly value: Json;
}

/** The fields of a provider's applied samples: one for every event, pattern and type. */
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
  const list = [...placesIn(field.body)].find(({ path }) => path.join('.') === parent.join('.'))?.value;
  const isOnlyEntry = Array.isArray(list) && list.length === 1;
  return withValue(isOnlyEntry ? { ...field, path: parent } : field, undefined);
}

const describeCase = ({ event, name, pattern }: Field, value: Json, result: string) =>
  `${event} ${pattern} = ${JSON.stringify(value)}: ${result} (${name})`;

/** The event is accepted, or its problem does not name the field. */
function findStrictFailure(field: Field, value: Json): string[] {
  const { problem = 'accepted' } = processSample(withValue(field, value));
  return problem.includes(field.path.at(-1) ?? '') ? [] : [describeCase(field, value, problem)];
}

/** The event is refused, or its result differs from that of the same event without the detail. */
function findDetailFailure(field: Field, value: Json, clears: boolean): string[] {
  const { problem, operations } = processSample(withValue(field, value));
  if (problem !== undefined) return [describeCase(field, value, problem)];
  const comparable = (reports: readonly Operation[]) =>
    JSON.stringify(clears ? reports.map(withoutClearable) : reports);
  const before = comparable(processSample(field.sample).operations);
  const without = comparable(processSample(withoutField(field)).operations);
  const isUsed = before !== without;
  return isUsed && comparable(operations) !== without ? [describeCase(field, value, 'it is used')] : [];
}

function withoutClearable(operation: Operation): object {
  const { assignee: _, state: __, ...rest } = { assignee: null, state: null, ...operation };
  return rest;
}

describe.each(registered.map(({ id }) => id))('%s', (id) => {
  const { strict = [], free = [], clearing = [] } = FIELD_TYPES[id] ?? {};
  const fields = fieldsOf(id).filter(({ pattern }) => !free.includes(pattern));
  const isStrict = ({ pattern, event }: Field) =>
    strict.includes(pattern) || strict.includes(`${event} ${pattern}`);
  const details = fields.filter((field) => !isStrict(field));

  it('refuses a wrong type in a field that identifies the object or decides its state, and names the field', () => {
    const failures = fields
      .filter(isStrict)
      .flatMap((field) => wrongValues(field.value).flatMap((value) => findStrictFailure(field, value)));
    expect(failures).toEqual([]);
  });

  it('processes an event without the detail whose type is wrong', () => {
    const failures = details.flatMap((field) =>
      wrongValues(field.value).flatMap((value) =>
        findDetailFailure(field, value, clearing.includes(field.pattern)),
      ),
    );
    expect(failures).toEqual([]);
  });

  it('accepts null for every detail', () => {
    const failures = details.flatMap((field) => {
      const { problem } = processSample(withValue(field, null));
      return problem === undefined ? [] : [describeCase(field, null, problem)];
    });
    expect(failures).toEqual([]);
  });

  it('has a sample with every strict field', () => {
    const shown = fields.flatMap(({ pattern, event }) => [pattern, `${event} ${pattern}`]);
    expect(strict.filter((field) => !shown.includes(field))).toEqual([]);
  });
});
