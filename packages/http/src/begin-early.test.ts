import { afterAll, beforeEach, expect, it } from '@jest/globals';
import type { EndpointContract } from '@slipway/contracts';
import express from 'express';
import supertest from 'supertest';
import type { AnyEndpointInput, Caller, Endpoint } from './endpoint.js';
import { type Expected, mountEndpoints } from './mount-endpoints.js';
import { serve } from './serve.js';

interface TestProject {
  readonly id: number;
  readonly accountId: number;
  readonly readOnlyReason: null;
  readonly name: string;
}

const caller = {
  userId: 1,
  limitKey: '1',
  scopes: ['read:builds'],
  isOutsideNetworks: false,
} as unknown as Caller;
const project: TestProject = { id: 7, accountId: 1, readOnlyReason: null, name: 'Harbor' };

let expected: Expected<TestProject> | null;
let found: { caller: Caller | null; project: TestProject | null };
/** The project of each run of the handler, and whether the caller was known by then. */
let runs: { project: string | undefined; isEarly: boolean }[];
let isKnown: boolean;

const contract = {
  method: 'GET',
  path: '/projects/:project_id/builds',
  scope: 'read:builds',
  query: {},
} as unknown as EndpointContract;
const services = { upgradeUrl: '', findProject: async () => found.project };
const endpoint: Endpoint<typeof services, TestProject> = {
  contract,
  mayBeginEarly: true,
  async handle(input: AnyEndpointInput<typeof services, TestProject>) {
    runs.push({ project: input.project?.name, isEarly: !isKnown });
    if (input.project?.name === 'Broken') throw new Error('the database is down');
    return { project: input.project?.name };
  },
};
const app = express();
app.use(
  mountEndpoints({
    endpoints: [endpoint],
    services,
    async callerOf() {
      await new Promise(setImmediate);
      isKnown = true;
      return found.caller;
    },
    expect: () => expected,
    limiters: {} as never,
    maxBodyBytes: 1,
  }),
);
const server = await serve(app, { host: '127.0.0.1', port: 0 });
afterAll(() => server.close());
const get = () => supertest(`http://127.0.0.1:${server.port}`).get('/projects/7/builds');

beforeEach(() => {
  expected = { caller, project };
  found = { caller, project };
  runs = [];
  isKnown = false;
});

it('reads while the caller is looked up, and only once', async () => {
  expect((await get()).body).toEqual({ project: 'Harbor' });
  expect(runs).toEqual([{ project: 'Harbor', isEarly: true }]);
});

it('reads nothing for a token that was not valid lately', async () => {
  expected = null;
  found = { caller: null, project };
  expect((await get()).status).toBe(401);
  expect(runs).toEqual([]);
});

it.each<[string, Caller]>([
  ['lacks the scope', { ...caller, scopes: [] }],
  ['is used from outside its networks', { ...caller, isOutsideNetworks: true }],
])('reads nothing for a token that %s', async (_, refused) => {
  expected = { caller: refused, project };
  found = { caller: refused, project };
  expect((await get()).status).toBeGreaterThanOrEqual(400);
  expect(runs).toEqual([]);
});

it('drops what it read if the token has been revoked', async () => {
  found = { caller: null, project };
  const { status, text } = await get();
  expect([status, text]).toEqual([401, '']);
});

it('reads again if the caller or the project has changed', async () => {
  found = { caller, project: { ...project, name: 'Quay' } };
  expect((await get()).body).toEqual({ project: 'Quay' });
  expect(runs).toEqual([
    { project: 'Harbor', isEarly: true },
    { project: 'Quay', isEarly: false },
  ]);
});

it('ignores a failure of what it drops', async () => {
  expected = { caller, project: { ...project, name: 'Broken' } };
  expect((await get()).body).toEqual({ project: 'Harbor' });
});
