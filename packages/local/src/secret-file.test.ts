import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { secretFile } from './secret-file.js';

const folder = await mkdtemp(join(tmpdir(), 'slipway-secret-'));
afterAll(() => rm(folder, { recursive: true }));

describe('secretFile', () => {
  it('is the same for all processes that create it at once, and readable only by its owner', async () => {
    const path = join(folder, 'deep', 'secret');
    const secrets = await Promise.all(Array.from({ length: 10 }, () => secretFile(path)));
    expect(new Set(secrets).size).toBe(1);
    expect(secrets[0]).toMatch(/^[0-9a-f]{64}$/);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readdir(join(folder, 'deep'))).toEqual(['secret']);
    expect(await secretFile(path)).toBe(secrets[0]);
  });
});
