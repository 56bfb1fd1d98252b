import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { commonRedactor } from '@slipway/domain';
import { readLog } from './read-log.js';

const folder = await mkdtemp(join(tmpdir(), 'slipway-log-'));
afterAll(() => rm(folder, { recursive: true }));

const ordinary = (count: number) => Array.from({ length: count }, (_, n) => `[${n}] Compile Module.${n % 97}.cpp`);

it('masks a long log before it is cut, so that no credential becomes unrecognizable', async () => {
  const keyLines = Array.from({ length: 40 }, (_, n) => String(n).padStart(64, 'Mi'));
  const key = ['-----BEGIN RSA PRIVATE KEY-----', ...keyLines, '-----END RSA PRIVATE KEY-----'];
  const token = `ghp_${'a1B2'.repeat(9)}`;
  // The long line is cut in the token, and the key after 8 of its lines.
  const long = `${'x'.repeat(1_940)} ${token} ${'x'.repeat(6_000)}`;
  const lines = [...ordinary(2_000), long, 'LogShip: Error: the key is refused', ...key, ...ordinary(20_000)];
  await writeFile(join(folder, 'build.log'), lines.join('\n'));
  const { log } = await readLog('build.log', folder, { limit: 64_000, mask: commonRedactor.text });
  expect(log.content).toContain('LogShip: Error: the key is refused\n-----BEGIN RSA PRIVATE KEY-----\n[redacted');
  expect(log.content).toContain('x'.repeat(1_900));
  expect(log.content).not.toMatch(/MiMi|ghp_|a1B2/);
});
