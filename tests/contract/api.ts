import { composeApi } from '@slipway/api';
import { SCOPES, type Scope } from '@slipway/contracts';
import type { Database } from '@slipway/db';
import { type Express, serve } from '@slipway/http';
import { type Factories, factories, openTestDatabase, type TestProcess, testProcess } from '@slipway/testing';
import supertest, { type Test } from 'supertest';
import { requireConformance } from './openapi-conformance.js';

/** The REST API over the file's own PostgreSQL and Redis. Every answer is checked against the OpenAPI document. */
export interface ServedApi {
  readonly make: Factories;
  readonly database: Database;
  readonly process: TestProcess;
  readonly app: Express;
  /** `path` is what follows /api; no token is sent for null. */
  send(method: Method, path: string, token: string | null): Test;
}

type Method = 'GET' | 'POST' | 'PATCH';

/** The API, and a studio to ask about. */
export interface TestApi extends ServedApi {
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

/** Await it at the top of a test file: the API with a studio of its own. */
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
