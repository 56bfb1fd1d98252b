import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { LOGIN_SCOPES } from '@slipway/contracts';
import { hashToken } from '@slipway/domain';
import { eventually } from '@slipway/testing';
import { startService } from './service.js';

const service = await startService({ BASE_URL: 'https://slipway.test' });
const { prisma } = service.database;
const { userId } = await service.make.studio();
const { email } = await prisma.user.findUniqueOrThrow({ where: { id: userId } });

async function login(deviceName: string): Promise<{ token: string }> {
  const [code, verifier] = [randomBytes(32).toString('base64url'), randomBytes(32).toString('base64url')];
  await prisma.loginCode.create({
    data: {
      codeHash: hashToken(code),
      userId,
      codeChallenge: createHash('sha256').update(verifier).digest('base64url'),
      redirectUri: 'http://127.0.0.1:9/callback',
      clientName: 'slipway',
      scopes: [...LOGIN_SCOPES],
      expiresAt: new Date(Date.now() + 60_000),
    },
  });
  const response = await fetch(`${service.apiUrl}/api/v1/cli/token_exchange`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code, code_verifier: verifier, device_name: deviceName }),
  });
  expect(response.status).toBe(200);
  return (await response.json()) as { token: string };
}

const folder = join(service.process.settings.DATA_DIR, 'mail');

async function mails(): Promise<string[]> {
  const files = await readdir(folder).catch(() => []);
  const complete = files.filter((name) => name.endsWith('.eml'));
  return Promise.all(complete.map((name) => readFile(join(folder, name), 'utf8')));
}

it('the owner gets one mail for each token issued by the login flow', async () => {
  const tokens = [await login('Stage laptop'), await login('Build farm')];
  const found = await eventually('both mails exist', async () => {
    const written = await mails();
    return written.length >= tokens.length ? written : undefined;
  });
  expect(found).toHaveLength(tokens.length);
  for (const { token } of tokens) {
    const [mail = '', ...others] = found.filter((text) => text.includes(token.slice(0, 8)));
    expect(others).toEqual([]);
    expect(mail).toContain(`To: ${email}\r\n`);
    expect(mail).not.toContain(token);
  }
  expect(found.filter((text) => text.includes('Stage laptop'))).toHaveLength(1);
  const rows = await eventually('both are recorded as sent', async () => {
    const sent = await prisma.mailOutbox.findMany({ where: { status: 'sent' } });
    return sent.length === tokens.length ? sent : undefined;
  });
  expect(rows.map(({ attempts }) => attempts)).toEqual([1, 1]);
  expect(service.process.logLines.join('')).not.toContain(email);
});
