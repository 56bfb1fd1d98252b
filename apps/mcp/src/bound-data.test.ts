import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { boundData } from './bound-data.js';

const MAX_CHARS = 32_000;
const sizeOf = (value: unknown) => JSON.stringify(value).length;

describe('boundData', () => {
  it('leaves small data as it is', () => {
    const data = { id: 1, title: 'Crane', labels: ['a', 'b'], metadata: { deep: { er: [1, null, true] } } };
    expect(boundData(data)).toEqual({ data, omitted: [] });
  });

  it('shortens texts before dropping rows, and keeps the page cursor', () => {
    const rows = Array.from({ length: 50 }, (_, id) => ({ id, description: 'x'.repeat(5_000) }));
    const pagination = { limit: 50, has_more: true, next_cursor: 'c'.repeat(200) };
    const { data, omitted } = boundData({ tasks: rows, pagination });
    expect(data['tasks']).toHaveLength(50);
    expect(data['pagination']).toEqual(pagination);
    expect(omitted).toEqual(['tasks[].description: cut after 400 characters']);
    expect(sizeOf(data)).toBeLessThanOrEqual(MAX_CHARS);
  });

  it('drops rows of a page only as a last resort, and names the call that returns them', () => {
    const fields = Object.fromEntries(Array.from({ length: 38 }, (_, n) => [`field_${n}`, 'y'.repeat(50)]));
    const rows = Array.from({ length: 50 }, (_, id) => ({ id, ...fields }));
    const { data, omitted } = boundData({ rows, pagination: { limit: 50, has_more: false } });
    const kept = (data['rows'] as unknown[]).length;
    expect(kept).toBeGreaterThan(0);
    expect(omitted.at(-1)).toContain(`only ${kept} of 50 rows fit; repeat the call with limit ${kept}`);
    expect(sizeOf(data)).toBeLessThanOrEqual(MAX_CHARS);
  });

  it('bounds any page, and never repeats a key of free-form data outside the fence', () => {
    const value = fc.oneof(
      fc.string({ maxLength: 9_000 }),
      fc.array(fc.string({ maxLength: 300 }), { maxLength: 300 }),
    );
    const metadata = fc.dictionary(
      fc.string({ minLength: 5 }).map((key) => `KEY ${key}`),
      value,
      { maxKeys: 60 },
    );
    const page = fc.record({
      tasks: fc.array(fc.record({ id: fc.integer(), metadata }), { maxLength: 10 }),
      pagination: fc.constant({ limit: 10, has_more: false }),
    });
    fc.assert(
      fc.property(page, (data) => {
        const bounded = boundData(data);
        expect(sizeOf(bounded.data)).toBeLessThanOrEqual(MAX_CHARS);
        expect(bounded.omitted.join('\n')).not.toContain('KEY');
      }),
      { numRuns: 50 },
    );
  });
});
