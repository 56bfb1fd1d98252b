import { expect, it } from '@jest/globals';
import type { Scope } from '@slipway/contracts';
import type { Test } from 'supertest';
import type { TestApi } from './api.js';

/** A request to an endpoint below a project. */
export interface ProjectRequest {
  readonly scope: Scope;
  /** What follows the project in the path. */
  readonly path: string;
  /** Sent by POST when given. */
  readonly body?: unknown;
}

function sender(api: TestApi, { path, body }: ProjectRequest) {
  return (projectId: number | string, token?: string | null, suffix = ''): Test => {
    const target = `/v1/projects/${projectId}/${path}${suffix}`;
    return body === undefined ? api.get(target, token) : api.post(target, body, token);
  };
}

/** Tests what every endpoint below a project refuses alike: tokens, scopes, foreign projects, strange parameters. */
export function itRefusesStrangers(api: TestApi, request: ProjectRequest): void {
  const send = sender(api, request);

  it('401: no token', async () => {
    const answer = await send(api.project.id, null);
    expect([answer.status, answer.text]).toEqual([401, '']);
  });

  it('403: a token without the scope', async () => {
    const answer = await send(api.project.id, await api.tokenWithout(request.scope));
    expect(answer.status).toBe(403);
    expect(answer.body).toMatchObject({ error: 'insufficient_scope', required_scope: request.scope });
  });

  it("404: another account's project, answered like an absent one", async () => {
    const rival = await api.make.studio();
    const foreign = await api.make.project(rival.accountId);
    const answers = await Promise.all([foreign.id, 999_999, 'main'].map((id) => send(id)));
    for (const { status, body } of answers) {
      expect([status, body]).toEqual([404, { error: 'not_found', message: 'Not found.' }]);
    }
  });

  it('422: a parameter it does not take', async () => {
    const answer = await send(api.project.id, undefined, '?bogus=1');
    expect([answer.status, answer.body.error]).toEqual([422, 'unknown_parameter']);
  });
}

/** Fails unless every path is answered 404 with the same body. */
export async function expectAbsent(requests: readonly Test[]): Promise<void> {
  for (const { status, body } of await Promise.all(requests)) {
    expect([status, body]).toEqual([404, { error: 'not_found', message: 'Not found.' }]);
  }
}

/** Fails unless each query is refused with its code and fields. */
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
