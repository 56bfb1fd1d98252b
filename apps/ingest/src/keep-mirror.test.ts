import { describe, expect, it } from '@jest/globals';
import { findIntegration } from '@slipway/db';
import { hashToken } from '@slipway/domain';
import { connectedWithin, connectFailFast, type Redis } from '@slipway/queue';
import { eventually, factories, openTestDatabase, testProcess, testProxy, testRedis } from '@slipway/testing';
import { createMirror } from './integration-mirror.js';
import { keepMirror } from './keep-mirror.js';

const { settings, onClose } = await testProcess();
const database = openTestDatabase(settings.DATABASE_URL);
onClose('test database', () => database.close());
const { url } = await testRedis();
const proxy = await testProxy(url);
// The test sees Redis directly: only the keeper's way to it is cut.
const [redis, proxied] = [url, proxy.url].map((address) => connectFailFast(address, () => undefined)) as [
  Redis,
  Redis,
];
onClose('redis', () => {
  for (const connection of [redis, proxied]) connection.disconnect();
});
await Promise.all([redis, proxied].map((connection) => connectedWithin(connection, 5_000)));
const mirror = createMirror(redis);
const make = factories(database);
const { accountId } = await make.studio();

let away = false;
const keeper = keepMirror({
  mirror: createMirror(proxied),
  load: (tokenHash) => (away ? Promise.reject(new Error('away')) : findIntegration(database, tokenHash)),
});
onClose('keeper', () => keeper.close());

/** An integration whose record some process wrote. */
async function mirrored() {
  const project = await make.project(accountId);
  const { id, token } = await make.integration(project, 'lore');
  const tokenHash = hashToken(token);
  const record = await findIntegration(database, tokenHash);
  if (record === null) throw new Error('not there');
  await mirror.write(tokenHash, record);
  const reads = (what: string, wanted: object | null) =>
    eventually(what, async () => {
      const found = await mirror.read(tokenHash);
      if (wanted === null || found === null) return found === wanted ? true : undefined;
      return Object.entries(wanted).every(([name, value]) => found[name as keyof typeof found] === value)
        ? true
        : undefined;
    });
  return { id, projectId: project.id, tokenHash, reads };
}

const disable = (id: number) => database.prisma.integration.update({ where: { id }, data: { active: false } });

describe('a record in the mirror', () => {
  it('follows a change that this process hears of, though it never looked the token up', async () => {
    const { id, projectId, reads } = await mirrored();
    await disable(id);
    keeper.noteChange({ integrationId: id });
    await reads('it is inactive', { active: false });
    await database.prisma.project.update({ where: { id: projectId }, data: { pausedAt: new Date() } });
    keeper.noteChange({ projectId });
    await reads('it is paused', { paused: true });
  });

  it('is forgotten when the database cannot tell what has become of it', async () => {
    const { id, reads } = await mirrored();
    away = true;
    keeper.noteChange({ integrationId: id });
    await reads('it is gone', null);
    away = false;
  });

  it('is forgotten once Redis is back, when it was away at the time', async () => {
    const { id, reads } = await mirrored();
    proxy.cut();
    await disable(id);
    keeper.noteChange({ integrationId: id });
    proxy.restore();
    await reads('it is inactive', { active: false });
  });

  it('is confirmed when listening begins, since a change may have gone unheard', async () => {
    const [changed, gone, same] = [await mirrored(), await mirrored(), await mirrored()];
    await disable(changed.id);
    await database.prisma.integration.delete({ where: { id: gone.id } });
    await redis.expire(`slipway:mirror:token:${same.tokenHash}`, 100);
    keeper.noteListening(true);
    await changed.reads('it is inactive', { active: false });
    await gone.reads('it is gone', null);
    await eventually('it is kept for another day', async () => {
      const seconds = await redis.ttl(`slipway:mirror:token:${same.tokenHash}`);
      return seconds > 100 ? true : undefined;
    });
    expect(await redis.ttl(`slipway:mirror:token:${same.tokenHash}`)).toBeLessThanOrEqual(24 * 60 * 60);
    expect(await mirror.list()).not.toContain(gone.tokenHash);
  });
});
