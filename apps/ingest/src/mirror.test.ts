import { describe, expect, it } from '@jest/globals';
import { findIntegration } from '@slipway/db';
import { hashToken } from '@slipway/domain';
import { connectFailFast, type Redis, waitForConnection } from '@slipway/queue';
import { eventually, factories, openTestDatabase, testProcess, testProxy, testRedis } from '@slipway/testing';
import { Mirror } from './mirror.js';

const { settings, onClose } = await testProcess();
const database = openTestDatabase(settings.DATABASE_URL);
onClose('test database', () => database.close());
const { url } = await testRedis();
const proxy = await testProxy(url);
// The test reaches Redis directly: only the connection of the mirror under test is cut.
const [redis, proxied] = [url, proxy.url].map((address) =>
  connectFailFast({ REDIS_URL: address }, () => undefined),
) as [Redis, Redis];
onClose('redis', () => {
  for (const connection of [redis, proxied]) connection.disconnect();
});
await Promise.all([redis, proxied].map((connection) => waitForConnection(connection, 5_000)));
const make = factories(database);
const { accountId } = await make.studio();

let isDatabaseDown = false;
const load = (tokenHash: string) =>
  isDatabaseDown ? Promise.reject(new Error('down')) : findIntegration(database, tokenHash);
const [mirror, updated] = [redis, proxied].map((connection) => new Mirror({ redis: connection, load })) as [
  Mirror,
  Mirror,
];
onClose('mirrors', () => {
  for (const one of [mirror, updated]) one.close();
});

/** An integration whose record is in the mirror. */
async function mirrored() {
  const project = await make.project(accountId);
  const { id, token } = await make.integration(project, 'lore');
  const tokenHash = hashToken(token);
  const record = await findIntegration(database, tokenHash);
  if (record === null) throw new Error('no such integration');
  await mirror.write(tokenHash, record);
  const reads = (what: string, expected: object | null) =>
    eventually(what, async () => {
      const found = await mirror.read(tokenHash);
      if (expected === null || found === null) return found === expected ? true : undefined;
      return Object.entries(expected).every(([name, value]) => found[name as keyof typeof found] === value)
        ? true
        : undefined;
    });
  return { id, projectId: project.id, tokenHash, reads };
}

const disable = (id: number) => database.prisma.integration.update({ where: { id }, data: { active: false } });

describe('a record in the mirror', () => {
  it('is updated after a change, even if this process never looked up its token', async () => {
    const { id, projectId, reads } = await mirrored();
    await disable(id);
    updated.noteChange({ integrationId: id });
    await reads('the record is inactive', { active: false });
    await database.prisma.project.update({ where: { id: projectId }, data: { pausedAt: new Date() } });
    updated.noteChange({ projectId });
    await reads('the record is paused', { paused: true });
  });

  it('is removed after a change that cannot be read from the database', async () => {
    const { id, reads } = await mirrored();
    isDatabaseDown = true;
    updated.noteChange({ integrationId: id });
    await reads('the record is removed', null);
    isDatabaseDown = false;
  });

  it('is updated once Redis is back if Redis was down during the change', async () => {
    const { id, reads } = await mirrored();
    proxy.cut();
    await disable(id);
    updated.noteChange({ integrationId: id });
    proxy.restore();
    await reads('the record is inactive', { active: false });
  });

  it('is checked again when listening starts, because changes may have been missed', async () => {
    const [changed, gone, same] = [await mirrored(), await mirrored(), await mirrored()];
    await disable(changed.id);
    await database.prisma.integration.delete({ where: { id: gone.id } });
    await redis.expire(`{slipway:mirror}:token:${same.tokenHash}`, 100);
    updated.noteListening(true);
    await changed.reads('the record is inactive', { active: false });
    await gone.reads('the record is removed', null);
    await eventually('the record is valid for another day', async () => {
      const seconds = await redis.ttl(`{slipway:mirror}:token:${same.tokenHash}`);
      return seconds > 100 ? true : undefined;
    });
    expect(await redis.ttl(`{slipway:mirror}:token:${same.tokenHash}`)).toBeLessThanOrEqual(24 * 60 * 60);
    expect(await redis.smembers('{slipway:mirror}:tokens')).not.toContain(gone.tokenHash);
  });
});
