import { expect, it } from '@jest/globals';
import { freePort } from '@slipway/local';
import { factories, openTestDatabase, testProcess } from '@slipway/testing';
import { appProcesses } from '../../faults/app-process.js';
import { PASSWORD, passwordHash } from './served-sign-in.js';
import { newSessionCookie } from './session-cookie.js';

const { settings, onClose } = await testProcess();
const database = openTestDatabase(settings.DATABASE_URL);
onClose('test database', () => database.close());
const startConsole = appProcesses('console', settings);

it('is judged by a console that runs as its own program', async () => {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  await startConsole({ PORT: String(port), METRICS_PORT: '0', BASE_URL: origin, LOG_LEVEL: 'fatal' });
  const { userId } = await factories(database).studio();
  await database.prisma.user.update({ where: { id: userId }, data: { passwordHash } });
  const cookie = await newSessionCookie(database, userId);
  const choose = async (password: string) => {
    const response = await fetch(`${origin}/console/api/password`, {
      method: 'POST',
      headers: { cookie, origin, 'content-type': 'application/json', 'x-slipway-console': '1' },
      body: JSON.stringify({ current_password: PASSWORD, new_password: password }),
    });
    return response.status;
  };
  expect([await choose('passwordpassword'), await choose('tall lantern over the quay')]).toEqual([422, 200]);
});
