import { expect, it } from '@jest/globals';
import { plainBrowser } from './plain-browser.js';
import { serveConsole } from './served-console.js';

const LIMIT = 3;
const { app } = await serveConsole({ GENERAL_RATE_LIMIT: String(LIMIT) });

it('429: a visitor who opens too many pages has to wait', async () => {
  const visitor = plainBrowser(app);
  for (let page = 0; page < LIMIT; page += 1) expect((await visitor.open('/forgot-password')).status).toBe(200);
  const { status, headers, text } = await visitor.open('/forgot-password');
  expect(status).toBe(429);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  expect(text).toContain('Too many requests');
});
