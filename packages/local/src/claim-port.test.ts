import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { claimPort } from '../claim-port.mjs';
import { freePort } from './ports.js';

const dataDir = await mkdtemp(join(tmpdir(), 'slipway-port-'));
afterAll(() => rm(dataDir, { recursive: true }));

describe('claimPort', () => {
  it('refuses a second start in the same folder and names the first', async () => {
    const port = await freePort();
    const release = await claimPort({ port, host: '0.0.0.0', dataDir });
    await expect(claimPort({ port, host: '0.0.0.0', dataDir })).rejects.toThrow(
      `Port ${port} is taken (by another Slipway in this folder, pid ${process.pid}). Stop it or set PORT.`,
    );
    release();
    (await claimPort({ port, host: '0.0.0.0', dataDir }))();
  });

  it('refuses a port that another program uses, and releases its lock', async () => {
    const port = await freePort();
    const other = createServer().listen(port, '127.0.0.1');
    await once(other, 'listening');
    const taken = `Port ${port} is taken (by another program). Stop it or set PORT.`;
    await expect(claimPort({ port, host: '0.0.0.0', dataDir })).rejects.toThrow(taken);
    other.close();
    await once(other, 'close');
    (await claimPort({ port, host: '0.0.0.0', dataDir }))();
  });
});
