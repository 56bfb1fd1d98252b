import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { appSecretsOf, sealSecret } from '@slipway/domain';
import { freePort, startRedis } from '@slipway/local';
import { connectFailFast, waitForConnection } from '@slipway/queue';
import { quarantineFolder } from '@slipway/runtime';
import { blankDatabase, factories, openTestDatabase, testProcess, testProxy, testSmtp } from '@slipway/testing';
import { examine } from '@slipway/worker';

const { settings, onClose } = await testProcess();
const database = openTestDatabase(settings.DATABASE_URL);
onClose('test database', () => database.close());
const home = await mkdtemp(join(tmpdir(), 'slipway-doctor-'));
const server = await startRedis({ home });
afterAll(async () => {
  await server.stop();
  await rm(home, { recursive: true, force: true });
});
const redis = connectFailFast({ REDIS_URL: server.url }, () => undefined);
onClose('redis', () => redis.disconnect());
await waitForConnection(redis, 10_000);
const smtp = await testSmtp();
const make = factories(database);
const project = await make.project((await make.studio()).accountId);
const integration = await make.integration(project, 'jenkins');
const { ciphertext, fingerprint } = sealSecret(appSecretsOf(settings), integration.id, 'a signing secret');
await database.prisma.integrationSecret.create({
  data: { integrationId: integration.id, ciphertext, fingerprint },
});

const healthy = {
  DATABASE_URL: settings.DATABASE_URL,
  REDIS_URL: server.url,
  APP_SECRET: settings.APP_SECRET,
  SMTP_URL: smtp.url,
  DATA_DIR: home,
  BASE_URL: 'http://127.0.0.1:8080',
  SPOOL_LIMIT: '65536',
  DATABASE_POOL_SIZE: '2',
};

/** So little that a connection and a statement need longer than five seconds. */
const BYTES_PER_SECOND = 250;

const setRedis = (name: string, value: string) => redis.config('SET', name, value);

/** The problems except the one that the test PostgreSQL always has: it runs without fsync. */
async function problemsOf(env: Readonly<Record<string, string>>) {
  const found = await examine({ ...healthy, ...env });
  for (const { state, remedy } of found) expect(remedy === '').toBe(state === 'ok');
  const problems = found.filter(({ state, check }) => state === 'problem' && check !== 'postgresql fsync');
  return problems.map(({ check, text }) => `${check}: ${text}`);
}

afterEach(async () => {
  await setRedis('maxmemory-policy', 'noeviction');
  await setRedis('appendonly', 'yes');
  await setRedis('appendfsync', 'always');
});

describe('npm run doctor', () => {
  it('finds no problem in a healthy deployment', async () => {
    expect(await problemsOf({})).toEqual([]);
    const checks = (await examine(healthy)).map(({ check }) => check);
    const expected = [
      'settings',
      'postgresql',
      'migrations',
      'app secret',
      'audit log',
      'database size',
      'database disk',
      'redis',
      'redis durability',
      'spool',
      'mail',
    ];
    expect(checks).toEqual(expect.arrayContaining(expected));
  });

  it('names every setting that is missing or wrong, and shows no secret', async () => {
    const found = await examine({ REDIS_URL: 'http://user:hidden@x', PORT: '0' });
    expect(found.map(({ text }) => text).toSorted()).toEqual([
      'APP_SECRET: is required.',
      'DATABASE_URL: is required.',
      'PORT: "0" is not a port number (1-65535).',
      expect.stringMatching(/^REDIS_URL: must look like redis:\/\/host:port, /),
    ]);
  });

  it('reports that Redis is down', async () => {
    const found = await problemsOf({ REDIS_URL: `redis://:hidden@127.0.0.1:${await freePort()}` });
    expect(found).toEqual([expect.stringMatching(/^redis: Redis cannot be used: .*ECONNREFUSED/)]);
    expect(found.join()).not.toContain('hidden');
  });

  it('reports that Redis may evict deliveries and lose them on a restart', async () => {
    await setRedis('maxmemory-policy', 'allkeys-lru');
    await setRedis('appendonly', 'no');
    expect(await problemsOf({})).toEqual([
      expect.stringContaining('appendonly off'),
      expect.stringContaining('maxmemory-policy allkeys-lru'),
    ]);
  });

  it('warns that Redis may lose a second of deliveries in a power failure', async () => {
    await setRedis('appendfsync', 'everysec');
    expect(await problemsOf({})).toEqual([]);
    expect(await examine(healthy)).toContainEqual({
      check: 'redis flush',
      state: 'warning',
      text: 'Redis has appendfsync everysec: a power failure loses up to a second of accepted deliveries.',
      remedy: expect.stringContaining('appendfsync always'),
    });
  });

  it('names a variable that no process reads, and the setting that was probably meant', async () => {
    expect(await examine({ ...healthy, WORKER_CONCURENCY: '8' })).toContainEqual({
      check: 'unknown setting',
      state: 'warning',
      text: 'No process reads WORKER_CONCURENCY.',
      remedy: 'If you mean WORKER_CONCURRENCY, rename it (infra/docs/operate/settings.md).',
    });
  });

  it('reports that PostgreSQL is down', async () => {
    const found = await problemsOf({
      DATABASE_URL: `postgres://slipway:hidden@127.0.0.1:${await freePort()}/slipway`,
    });
    expect(found).toEqual([expect.stringMatching(/^postgresql: PostgreSQL cannot be used: .*ECONNREFUSED/)]);
    expect(found.join()).not.toContain('hidden');
  });

  it('reports that DATABASE_DIRECT_URL is down, or is another database', async () => {
    const down = `postgres://slipway:hidden@127.0.0.1:${await freePort()}/slipway`;
    const found = await problemsOf({ DATABASE_DIRECT_URL: down });
    expect(found).toEqual([
      expect.stringMatching(/^postgresql direct: PostgreSQL cannot be used: .*ECONNREFUSED/),
    ]);
    expect(found.join()).not.toContain('hidden');
    const other = await blankDatabase(settings.DATABASE_URL, 'doctor');
    expect(await problemsOf({ DATABASE_DIRECT_URL: other })).toEqual([
      'postgresql direct: It is not the database of DATABASE_URL.',
    ]);
  });

  it('accepts a DATABASE_DIRECT_URL that differs but leads to the same database', async () => {
    const direct = `${settings.DATABASE_URL}?application_name=direct`;
    expect(await problemsOf({ DATABASE_DIRECT_URL: direct })).toEqual([]);
    expect((await examine({ ...healthy, DATABASE_DIRECT_URL: direct })).map(({ check }) => check)).toContain(
      'postgresql direct',
    );
  });

  it('reports that DATABASE_REPLICA_URL is down, or is no replica', async () => {
    const down = `postgres://slipway:hidden@127.0.0.1:${await freePort()}/slipway`;
    const found = await problemsOf({ DATABASE_REPLICA_URL: down });
    expect(found).toEqual([
      expect.stringMatching(/^postgresql replica: PostgreSQL cannot be used: .*ECONNREFUSED/),
    ]);
    expect(found.join()).not.toContain('hidden');
    expect(await problemsOf({ DATABASE_REPLICA_URL: settings.DATABASE_URL })).toEqual([
      'postgresql replica: It is the primary itself, not a replica, so no read uses it.',
    ]);
    const other = await blankDatabase(settings.DATABASE_URL, 'no_replica');
    expect(await problemsOf({ DATABASE_REPLICA_URL: other })).toEqual([
      'postgresql replica: It is the server of DATABASE_URL, with another database, not a replica.',
    ]);
  });

  it('warns about a server that answers late, with the time it took, and does not call it unusable', async () => {
    const late = await testProxy(settings.DATABASE_URL);
    late.throttle(BYTES_PER_SECOND);
    const found = await examine({ ...healthy, DATABASE_DIRECT_URL: late.url });
    expect(found.filter(({ check }) => check.startsWith('postgresql direct'))).toEqual([
      expect.objectContaining({ state: 'ok' }),
      {
        check: 'postgresql direct speed',
        state: 'warning',
        text: expect.stringMatching(/^It answers, but took \d+\.\d s\.$/),
        remedy: expect.stringContaining('load'),
      },
    ]);
  }, 60_000);

  it('reports that PostgreSQL runs without fsync', async () => {
    expect(await examine(healthy)).toContainEqual(
      expect.objectContaining({ check: 'postgresql fsync', state: 'problem' }),
    );
  });

  it('reports that the pools exceed what PostgreSQL allows', async () => {
    expect(await problemsOf({ DATABASE_POOL_SIZE: '200' })).toEqual([
      expect.stringMatching(/^postgresql connections:/),
    ]);
  });

  it('reports that APP_SECRET is not the one that secrets were stored with', async () => {
    expect(await problemsOf({ APP_SECRET: 'another-secret-another-secret' })).toEqual([
      'app secret: 1 of 1 stored secrets cannot be decrypted with APP_SECRET or APP_SECRET_ALSO_ACCEPTED.',
    ]);
  });

  it.each([
    ['another-secret-another-secret', settings.APP_SECRET, /^1 of 1 stored secrets still need /],
    [
      settings.APP_SECRET,
      'another-secret-another-secret',
      /^APP_SECRET decrypts all 1 .* and none needs APP_SECRET_/,
    ],
  ])(
    'reports whether the stored secrets still need APP_SECRET_ALSO_ACCEPTED: %#',
    async (current, others, text) => {
      const found = await examine({ ...healthy, APP_SECRET: current, APP_SECRET_ALSO_ACCEPTED: others });
      expect(found.find(({ check }) => check === 'app secret')).toMatchObject({
        state: 'warning',
        text: expect.stringMatching(text),
      });
    },
  );

  it('reports that the mail server is down', async () => {
    const found = await problemsOf({ SMTP_URL: `smtp://user:hidden@127.0.0.1:${await freePort()}` });
    expect(found).toEqual([expect.stringMatching(/^mail: The mail server cannot be used/)]);
  });

  it.each([
    ['is a file', ''],
    ['would be inside a file', 'spool'],
  ])('reports that the spool %s', async (_where, name) => {
    const file = join(home, 'file');
    await writeFile(file, '');
    expect(await problemsOf({ SPOOL_DIR: join(file, name) })).toEqual([`spool: ${file} is a file, not a folder.`]);
  });

  it('reports that damaged spool records are in quarantine', async () => {
    const dir = join(home, 'damaged');
    await mkdir(quarantineFolder(dir), { recursive: true });
    await writeFile(join(quarantineFolder(dir), '0123.record'), 'x'.repeat(2_048));
    expect(await problemsOf({ SPOOL_DIR: dir })).toEqual([
      expect.stringMatching(/^spool quarantine: 1 damaged records \(2\.0 KiB\) are in /),
    ]);
  });

  it('warns about settings that are valid but probably unintended', async () => {
    const found = await examine({ ...healthy, BASE_URL: 'https://slipway.example.com', SMTP_URL: '' });
    const warnings = found.filter(({ state }) => state === 'warning').map(({ check }) => check);
    expect(warnings).toEqual(expect.arrayContaining(['trust proxy', 'mail']));
  });

  it('reports audit entries that were changed or deleted in the database', async () => {
    const { accountId } = await make.studio();
    const data = Array.from({ length: 3 }, () => ({ accountId, action: 'account.update' }));
    await database.prisma.auditEntry.createMany({ data });
    await database.prisma.$transaction([
      database.prisma.$executeRaw`SET LOCAL session_replication_role = replica`,
      database.prisma.$executeRaw`
        UPDATE audit_entries SET action = 'forged' WHERE account_id = ${accountId} AND position = 1`,
      database.prisma.$executeRaw`DELETE FROM audit_entries WHERE account_id = ${accountId} AND position = 3`,
    ]);
    expect(await problemsOf({})).toEqual([
      `audit log: The audit log of account ${accountId} was tampered with: entry 1 is changed, entry 3 is missing.`,
    ]);
    await database.prisma.$transaction([
      database.prisma.$executeRaw`DELETE FROM account_memberships WHERE account_id = ${accountId}`,
      database.prisma.$executeRaw`SELECT delete_audit_log(${accountId}::int)`,
    ]);
  });

  it('reports that migrations are missing', async () => {
    await database.prisma.$executeRaw`
      DELETE FROM _prisma_migrations WHERE migration_name = (SELECT max(migration_name) FROM _prisma_migrations)`;
    expect(await problemsOf({})).toEqual(['migrations: 1 migrations are not applied.']);
  });
});
