import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import type { Database } from '@slipway/db';
import { backUpPostgres, removePostgres, startPostgres } from '@slipway/local';
import { migrate } from '@slipway/prisma';
import { eventually, factories, openTestDatabase } from '@slipway/testing';
import { checkout } from '../architecture/tool.js';

const folder = await mkdtemp(join(tmpdir(), 'slipway-recovery-'));
// If the tests run as root, PostgreSQL runs as another user.
await chmod(folder, 0o755);
const [archive, backup] = [join(folder, 'archive'), join(folder, 'backup')];
await mkdir(archive);
await chmod(archive, 0o777);
const homes = ['original', 'mistake', 'lost'].map((name) => join(folder, name));
const [original, mistake, lost] = homes as [string, string, string];
const common = {
  tools: join(checkout, '.data'),
  durable: false,
  settings: { wal_level: 'replica', max_wal_senders: '4' },
};
const databases: Database[] = [];
afterAll(async () => {
  await Promise.all(databases.map((each) => each.close()));
  for (const home of homes) await removePostgres(home);
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

function open(url: string): Database {
  const database = openTestDatabase(url);
  databases.push(database);
  return database;
}

const server = await startPostgres({
  ...common,
  home: original,
  // As in infra/docs/operate/postgresql.md, with a shorter timeout.
  settings: {
    ...common.settings,
    archive_mode: 'on',
    archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f.part && mv ${archive}/%f.part ${archive}/%f`,
    archive_timeout: '1s',
  },
});
await migrate(server.url);
const database = open(server.url);
const make = factories(database);
const { accountId } = await make.studio();
const project = await make.project(accountId);
await make.task(project, { title: 'In the backup' });
await backUpPostgres(server.url, backup);

const titlesIn = async ({ prisma }: Database) =>
  (await prisma.task.findMany({ orderBy: { id: 'asc' } })).map(({ title }) => title);
/** The server's time, to the microsecond. */
const now = async () =>
  (await database.prisma.$queryRaw<[{ now: string }]>`SELECT clock_timestamp()::text AS now`)[0].now;

/** Waits until the server has archived everything committed so far. */
async function archived(): Promise<void> {
  const [{ file }] = await database.prisma.$queryRaw<[{ file: string }]>`
    SELECT pg_walfile_name(pg_current_wal_lsn()) AS file`;
  await eventually('the log is archived', async () => (await readdir(archive)).includes(file) || undefined);
}

/** Recovers a server. Returns its database once it accepts writes, and prints how long that took. */
async function recover(what: string, home: string, until?: string): Promise<Database> {
  const began = performance.now();
  const recovery = { url: server.url, backup, archive, ...(until !== undefined && { until }) };
  const recovered = open((await startPostgres({ ...common, home, recovery })).url);
  await eventually('the server accepts writes', async () => {
    const [state] = await recovered.prisma.$queryRaw<{ waits: boolean }[]>`SELECT pg_is_in_recovery() AS waits`;
    return state?.waits === false || undefined;
  });
  print(
    `recovered ${what} in ${seconds(began)} s, with ${(await readdir(archive)).length} segments in the archive`,
  );
  return recovered;
}

const seconds = (began: number) => ((performance.now() - began) / 1000).toFixed(1);
const print = (line: string) => process.stdout.write(`${line}\n`);

it('a server is recovered to the moment before a mistake', async () => {
  await make.task(project, { title: 'Before the mistake' });
  const until = await now();
  await database.prisma.task.deleteMany();
  await make.task(project, { title: 'After the mistake' });
  await archived();
  const recovered = await recover('to the moment before a mistake', mistake, until);
  expect(await titlesIn(recovered)).toEqual(['In the backup', 'Before the mistake']);
  await factories(recovered).task(project, { title: 'After the recovery' });
});

it('after the loss of a server, only what was not archived yet is missing', async () => {
  await make.task(project, { title: 'Archived' });
  const began = performance.now();
  await archived();
  print(`a commit was in the archive after ${seconds(began)} s, with archive_timeout = 1s`);
  await removePostgres(original);
  const recovered = await recover('a lost server', lost);
  expect(await titlesIn(recovered)).toEqual(['After the mistake', 'Archived']);
});
