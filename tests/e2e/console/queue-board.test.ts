import { describe, expect, it } from '@jest/globals';
import { composeConsole } from '@slipway/console';
import { eventually, testProcess } from '@slipway/testing';
import supertest from 'supertest';

const PASSWORD = 'queue board password';
const open = await testProcess({ OPERATOR_PASSWORD: PASSWORD });
const app = composeConsole(open, () => false);
const closed = await testProcess();
composeConsole(closed, () => false);

describe('the queue board', () => {
  const board = open.internalPages.get('/queues');
  const get = (path: string, password: string) =>
    supertest(board as never)
      .get(path)
      .auth('operator', password);

  it('does not exist without a password', () => {
    expect(closed.internalPages.size).toBe(0);
  });

  it('is not on the port that everybody reaches', async () => {
    expect((await supertest(app).get('/queues').auth('operator', PASSWORD)).status).toBe(404);
  });

  it('asks for the password', async () => {
    const refused = await supertest(board as never).get('/queues/');
    expect([refused.status, refused.headers['www-authenticate']]).toEqual([401, expect.stringContaining('Basic')]);
    for (const wrong of ['', 'wrong', `${PASSWORD}x`]) expect((await get('/queues/', wrong)).status).toBe(401);
    expect(open.logLines.join('')).not.toContain(PASSWORD);
  });

  it('shows every queue to whoever has it', async () => {
    expect((await get('/queues/', PASSWORD)).text).toContain('Slipway queues');
    const queues = await eventually('Redis is connected', async () => {
      const { body } = await get('/queues/api/queues', PASSWORD);
      return body.queues as { name: string }[] | undefined;
    });
    const names = queues.map(({ name }) => name);
    expect(names).toContain('jobs');
    expect(names.filter((name) => name.startsWith('deliveries-'))).toHaveLength(16);
  });

  it('takes no request that changes something from another site', async () => {
    const answer = await supertest(board as never)
      .put('/queues/api/queues/jobs/pause')
      .set('sec-fetch-site', 'cross-site')
      .auth('operator', PASSWORD);
    expect(answer.status).toBe(403);
  });
});
