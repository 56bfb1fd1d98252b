import { describe, expect, it } from '@jest/globals';
import { composeConsole } from '@slipway/console';
import { eventually, testClock, testProcess } from '@slipway/testing';
import supertest from 'supertest';

const PASSWORD = 'queue board password';
const open = await testProcess({ OPERATOR_PASSWORD: PASSWORD });
const app = composeConsole(open, () => false);
const closed = await testProcess();
composeConsole(closed, () => false);
const guarded = await testProcess({ OPERATOR_PASSWORD: PASSWORD });
const clock = testClock();
composeConsole(guarded, () => false, clock);

describe('the queue board', () => {
  const board = open.internalPages.get('/queues');
  const get = (path: string, password: string) =>
    supertest(board as never)
      .get(path)
      .auth('operator', password);

  it('does not exist without a configured password', () => {
    expect(closed.internalPages.size).toBe(0);
  });

  it('is not served on the public port', async () => {
    expect((await supertest(app).get('/queues').auth('operator', PASSWORD)).status).toBe(404);
  });

  it('asks for the password', async () => {
    const refused = await supertest(board as never).get('/queues/');
    expect([refused.status, refused.headers['www-authenticate']]).toEqual([401, expect.stringContaining('Basic')]);
    for (const wrong of ['', 'wrong', `${PASSWORD}x`]) expect((await get('/queues/', wrong)).status).toBe(401);
    expect(open.logLines.join('')).not.toContain(PASSWORD);
  });

  it('shows every queue to anyone who has the password', async () => {
    expect((await get('/queues/', PASSWORD)).text).toContain('Slipway queues');
    const queues = await eventually('Redis is connected', async () => {
      const { body } = await get('/queues/api/queues', PASSWORD);
      return body.queues as { name: string }[] | undefined;
    });
    const names = queues.map(({ name }) => name);
    expect(names).toContain('jobs');
    expect(names.filter((name) => name.startsWith('deliveries-'))).toHaveLength(16);
  });

  describe('accepts a write request', () => {
    // The board answers 404, which means that the request passed the checks.
    const remove = (headers: Readonly<Record<string, string>>) =>
      supertest(board as never)
        .put('/queues/api/queues/jobs/no-such-job/clean')
        .set({ host: 'board.internal:9464', ...headers })
        .auth('operator', PASSWORD);

    it.each([
      { 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'same-origin', origin: 'http://board.internal:9464' },
      { origin: 'http://board.internal:9464' },
      { origin: 'https://board.internal:9464' },
    ])('from its own pages: %j', async (headers) => {
      expect((await remove(headers)).status).toBe(404);
    });

    it.each([
      {},
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
      { 'sec-fetch-site': 'cross-site', origin: 'http://board.internal:9464' },
      { origin: 'null' },
      { origin: 'http://board.internal' },
      { origin: 'http://board.internal:9464.evil.example' },
      { origin: 'http://evil.example' },
    ])('but not from elsewhere: %j', async (headers) => {
      expect((await remove(headers)).status).toBe(403);
    });
  });
});

describe('wrong passwords for the queue board', () => {
  it('are blocked after ten per network for 15 minutes, and so is the right one', async () => {
    const ask = (password: string) =>
      supertest(guarded.internalPages.get('/queues') as never)
        .get('/queues/')
        .auth('operator', password);
    for (let count = 0; count < 20; count += 1) expect((await ask(PASSWORD)).status).toBe(200);
    for (let count = 0; count < 10; count += 1) expect((await ask(`guess ${count}`)).status).toBe(401);
    const { status, headers } = await ask(PASSWORD);
    expect([status, headers['retry-after']]).toEqual([429, '900']);
    clock.advance(15 * 60_000);
    expect((await ask(PASSWORD)).status).toBe(200);
  });
});
