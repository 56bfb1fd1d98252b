import { composeApi } from '@slipway/api';
import { SCOPES, type Scope } from '@slipway/contracts';
import { type Database, openDatabase } from '@slipway/db';
import { type Factories, factories, type TestProcess, testProcess } from '@slipway/testing';
import supertest, { type Test } from 'supertest';

/** The REST API over the file's own PostgreSQL and Redis, and a studio to ask about. */
export interface TestApi {
  readonly make: Factories;
  readonly database: Database;
  readonly process: TestProcess;
  readonly accountId: number;
  readonly userId: number;
  readonly project: { readonly id: number; readonly accountId: number };
  /** Every scope. */
  readonly token: string;
  /** `path` is what follows /api; the full token is sent unless another is given, none for null. */
  get(path: string, token?: string | null): Test;
  post(path: string, body: unknown, token?: string | null): Test;
  patch(path: string, body: unknown, token?: string | null): Test;
  /** A token of the studio's user with every scope but this one. */
  tokenWithout(scope: Scope): Promise<string>;
}

/** Await it at the top of a test file. Limits are out of the way unless the settings say otherwise. */
export async function startApi(env: Readonly<Record<string, string>> = {}): Promise<TestApi> {
  const process = await testProcess({ GENERAL_RATE_LIMIT: '1000000', TASK_WRITE_RATE_LIMIT: '1000000', ...env });
  const app = composeApi(process, () => false);
  const database = openDatabase({
    url: process.settings.DATABASE_URL,
    name: 'test',
    poolSize: 4,
    statementTimeoutMs: 30_000,
  });
  process.onClose('test database', () => database.close());
  const make = factories(database);
  const { accountId, userId } = await make.studio();
  const project = await make.project(accountId);
  const { token } = await make.apiToken(userId);
  const send = (test: Test, bearer: string | null = token) =>
    bearer === null ? test : test.set('Authorization', `Bearer ${bearer}`);
  return {
    make,
    database,
    process,
    accountId,
    userId,
    project,
    token,
    get: (path, bearer) => send(supertest(app).get(`/api${path}`), bearer),
    post: (path, body, bearer) => send(supertest(app).post(`/api${path}`), bearer).send(body as object),
    patch: (path, body, bearer) => send(supertest(app).patch(`/api${path}`), bearer).send(body as object),
    async tokenWithout(scope) {
      const scopes = SCOPES.filter((other) => other !== scope);
      return (await make.apiToken(userId, { scopes })).token;
    },
  };
}
