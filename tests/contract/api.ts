import { composeApi } from '@slipway/api';
import { SCOPES, type Scope } from '@slipway/contracts';
import type { Database } from '@slipway/db';
import { type Express, serve } from '@slipway/http';
import { type Factories, factories, openTestDatabase, type TestProcess, testProcess } from '@slipway/testing';
import supertest, { type Test } from 'supertest';
import { requireConformance } from './openapi-conformance.js';

/** The REST API on the test file's PostgreSQL and Redis. Every response is checked against the OpenAPI document. */
export interface ServedApi {
  readonly make: Factories;
  readonly database: Database;
  readonly process: TestProcess;
  readonly app: Express;
  /** `path` follows /api; without a token if `token` is null. */
  send(method: Method, path: string, token: string | null): Test;
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** The API and a studio with one project. */
export interface TestApi extends ServedApi {
  readonly accountId: number;
  readonly userId: number;
  readonly project: { readonly id: number; readonly accountId: number };
  /** A token with every scope. */
  readonly token: string;
  /** `path` follows /api. Sends the studio's token unless another one, or null for none, is passed. */
  get(path: string, token?: string | null): Test;
  post(path: string, body: unknown, token?: string | null): Test;
  patch(path: string, body: unknown, token?: string | null): Test;
  /** A token with every scope except this one. */
  tokenWithout(scope: Scope): Promise<string>;
}

/** Await it at the top level of a test file. Rate limits are out of reach unless `env` sets them. */
export async function serveApi(env: Readonly<Record<string, string>> = {}): Promise<ServedApi> {
  const process = await testProcess({ GENERAL_RATE_LIMIT: '1000000', TASK_WRITE_RATE_LIMIT: '1000000', ...env });
  const app = composeApi(process, () => false);
  const database = openTestDatabase(process.settings.DATABASE_URL);
  process.onClose('test database', () => database.close());
  const server = await serve(app, { host: '127.0.0.1', port: 0 });
  process.onClose('test server', () => server.close());
  const root = `http://127.0.0.1:${server.port}`;
  return {
    make: factories(database),
    database,
    process,
    app,
    send(method, path, token) {
      const target = `/api${path}`;
      const test = supertest(root)[method.toLowerCase() as Lowercase<Method>](target);
      test.expect(({ status, headers, text }) =>
        requireConformance({ method, path: target, status, headers, text }),
      );
      return token === null ? test : test.set('Authorization', `Bearer ${token}`);
    },
  };
}

/** Await it at the top level of a test file. */
export async function startApi(env: Readonly<Record<string, string>> = {}): Promise<TestApi> {
  const served = await serveApi(env);
  const { make, send } = served;
  const { accountId, userId } = await make.studio();
  const project = await make.project(accountId);
  const { token } = await make.apiToken(userId);
  return {
    ...served,
    accountId,
    userId,
    project,
    token,
    get: (path, bearer = token) => send('GET', path, bearer),
    post: (path, body, bearer = token) => send('POST', path, bearer).send(body as object),
    patch: (path, body, bearer = token) => send('PATCH', path, bearer).send(body as object),
    async tokenWithout(scope) {
      const scopes = SCOPES.filter((other) => other !== scope);
      return (await make.apiToken(userId, { scopes })).token;
    },
  };
}
