/** `npm run migration -- <name>`: writes the migration from the existing ones to prisma/schema.prisma. */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { removeHome } from './jest/leftovers.mjs';
import { createProgress } from './progress.mjs';
import { prepareCode, reportFailure } from './toolchain.mjs';
import { root } from './workspace.mjs';

const log = createProgress();

/** Calls `work` with the URL of an empty database on a temporary server. */
async function withShadowDatabase(work) {
  const { startPostgres } = await import('../packages/local/dist/index.js');
  const home = await mkdtemp(join(tmpdir(), 'slipway-migration-'));
  const server = await startPostgres({ home, tools: join(root, '.data'), durable: false });
  try {
    return await work(server.url);
  } finally {
    await server.stop();
    removeHome(home);
  }
}

async function write(name) {
  const { newMigration } = await import('../prisma/dist/new-migration.js');
  const migration = await withShadowDatabase((shadowUrl) => newMigration({ name, now: new Date(), shadowUrl }));
  if (!migration) {
    log.info('no changes: the migrations already lead to this schema');
    return;
  }
  log.info(migration.sql.trimEnd());
  log.info(`\nwrote ${relative(root, migration.file)}`);
  log.info('Manually add what Prisma cannot express, list it in prisma/src/unmodelled.ts, and run the tests.');
}

const name = process.argv.slice(2).join(' ').trim();
if (name === '') {
  log.fail('usage: npm run migration -- <name>');
  process.exitCode = 2;
} else {
  try {
    await prepareCode({ log });
    await write(name);
  } catch (error) {
    reportFailure(error, log);
    process.exitCode = 1;
  }
}
