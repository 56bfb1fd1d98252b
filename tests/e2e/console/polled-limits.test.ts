import { expect, it } from '@jest/globals';
import { composeApi } from '@slipway/api';
import { eventually } from '@slipway/testing';
import supertest from 'supertest';
import { plainBrowser } from './plain-browser.js';
import { serveConsole } from './served-console.js';

const LIMIT = 3;
const { app, process } = await serveConsole({ GENERAL_RATE_LIMIT: String(LIMIT) });
const api = composeApi(process, () => false);
// Without Redis, nothing is counted.
await eventually(
  'Redis is connected',
  async () => (await supertest(api).get('/readyz')).status === 200 || undefined,
);

it('users can sign in even if a script at their address used up the API, badge and feed limits', async () => {
  for (let count = 0; count <= LIMIT; count += 1) {
    expect((await supertest(api).get('/api/v1/ping')).status).toBe(count < LIMIT ? 401 : 429);
    expect((await supertest(app).get('/badges/unknown.svg')).status).toBe(count < LIMIT ? 404 : 429);
  }
  expect((await supertest(app).get('/feeds/unknown.atom')).status).toBe(429);
  expect((await plainBrowser(app).open('/sign-in')).status).toBe(200);
});
