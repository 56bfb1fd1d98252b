import { expect } from '@jest/globals';
import type { Test } from 'supertest';
import type { TestApi } from './api.js';

/** Fails unless every response is the same 404. */
export async function expectAbsent(requests: readonly Test[]): Promise<void> {
  for (const { status, body } of await Promise.all(requests)) {
    expect([status, body]).toEqual([404, { error: 'not_found', message: 'Not found.' }]);
  }
}

/** Fails unless each query gets a 422 with its error code and fields. */
export async function expectRefusals(
  api: TestApi,
  path: string,
  cases: readonly (readonly [query: string, error: string, extra?: object])[],
): Promise<void> {
  for (const [query, error, extra = {}] of cases) {
    const { status, body } = await api.get(`${path}?${query}`);
    expect([query, status]).toEqual([query, 422]);
    expect(body).toMatchObject({ error, message: expect.any(String), ...extra });
  }
}
