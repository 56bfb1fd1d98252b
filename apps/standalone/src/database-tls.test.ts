import { execFile } from 'node:child_process';
import { chmod, chown, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from '@jest/globals';
import { isDatabaseOutage, listenForChanges, openDatabase } from '@slipway/db';
import { startPostgres } from '@slipway/local';
import { eventually, openTestDatabase } from '@slipway/testing';
import { checkDatabase } from './operator-services.js';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..', '..');
const folder = await mkdtemp(join(tmpdir(), 'slipway-tls-'));
await chmod(folder, 0o755);
const server = await startPostgres({ home: join(folder, 'server'), tools: join(root, '.data'), durable: false });
afterAll(async () => {
  await server.stop();
  const outside = (await readFile(join(folder, 'server', 'postgres.path'), 'utf8').catch(() => '')).trim();
  for (const path of [outside, folder]) if (path !== '') await rm(path, { recursive: true, force: true });
});

const openssl = (...args: string[]) => run('openssl', args, { cwd: folder });
const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

/** Creates a certificate authority that has signed nothing yet. */
async function createAuthority(name: string): Promise<void> {
  const self = ['-x509', '-days', '2', '-subj', `/CN=${name}`, '-keyout', `${name}.key`, '-out', `${name}.crt`];
  await openssl('req', ...self, ...newKey);
}

/** Creates a certificate for localhost, signed by the authority. */
async function createCertificate(authority: string): Promise<void> {
  await openssl('req', ...newKey, '-subj', '/CN=localhost', '-keyout', 'server.key', '-out', 'server.csr');
  await writeFile(join(folder, 'names'), 'subjectAltName=DNS:localhost\n');
  const signer = ['-CA', `${authority}.crt`, '-CAkey', `${authority}.key`, '-CAcreateserial'];
  await openssl(
    'x509',
    '-req',
    '-in',
    'server.csr',
    ...signer,
    '-days',
    '2',
    '-extfile',
    'names',
    '-out',
    'server.crt',
  );
}

/** Makes the running server accept TLS. */
async function turnTlsOn(): Promise<void> {
  const plain = openTestDatabase(server.url);
  const [row] = await plain.prisma.$queryRaw<{ data: string }[]>`SELECT current_setting('data_directory') AS data`;
  const data = row?.data ?? '';
  const { uid, gid } = await stat(data);
  for (const file of ['server.key', 'server.crt']) {
    await writeFile(join(data, file), await readFile(join(folder, file)), { mode: 0o600 });
    await chown(join(data, file), uid, gid);
  }
  await plain.prisma.$executeRaw`ALTER SYSTEM SET ssl = on`;
  await plain.prisma.$queryRaw`SELECT pg_reload_conf()`;
  await eventually('the server has TLS', async () => {
    const [shown] = await plain.prisma.$queryRaw<{ ssl: string }[]>`SELECT current_setting('ssl') AS ssl`;
    return shown?.ssl === 'on' ? true : undefined;
  });
  await plain.close();
}

await createAuthority('ours');
await createAuthority('other');
await createCertificate('ours');
await turnTlsOn();

function urlFor(host: string, authority: string): string {
  const url = new URL(server.url);
  url.hostname = host;
  url.searchParams.set('sslmode', 'verify-full');
  url.searchParams.set('sslrootcert', join(folder, `${authority}.crt`));
  return url.href;
}

describe('sslmode=verify-full in DATABASE_URL', () => {
  it('encrypts model, SQL and LISTEN connections', async () => {
    const url = urlFor('localhost', 'ours');
    const database = openDatabase({ url, name: 'test-tls', poolSize: 2, statementTimeoutMs: 60_000 });
    const text = 'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()';
    expect(await database.prisma.$queryRawUnsafe(text)).toEqual([{ ssl: true }]);
    expect((await database.pool.query({ text })).rows).toEqual([{ ssl: true }]);
    await database.close();
    const states: (Error | null)[] = [];
    const listener = listenForChanges({ url, onChange: () => undefined, onState: (state) => states.push(state) });
    await eventually('it listens', async () => (states.length > 0 ? true : undefined));
    await listener.close();
    expect(states).toEqual([null]);
  });

  it('refuses a server whose certificate is signed by another authority, and logs why', async () => {
    const url = urlFor('localhost', 'other');
    await expect(checkDatabase(url)).rejects.toThrow(
      /^DATABASE_URL: PostgreSQL at localhost:\d+ cannot be used: its certificate is not signed by a trusted authority/,
    );
    const database = openDatabase({ url, name: 'test-tls', poolSize: 1, statementTimeoutMs: 60_000 });
    const { prisma } = database;
    for (const use of [() => database.ping(), () => prisma.$queryRaw`SELECT 1`, () => prisma.user.findFirst()])
      expect(await use().catch(isDatabaseOutage)).toBe(true);
    await database.close();
  });

  it('refuses a server whose certificate was issued for another host', async () => {
    await expect(checkDatabase(urlFor('127.0.0.1', 'ours'))).rejects.toThrow(
      /does not match certificate's altnames/,
    );
  });
});
