/** The servers and data of the benchmarks: one PostgreSQL, one Redis, and a database with the demo studio for each tree. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startPostgres, startRedis } from '@slipway/local';

const here = fileURLToPath(new URL('../../..', import.meta.url));
const fromDb = createRequire(join(here, 'packages/db/package.json'));
const fromQueue = createRequire(join(here, 'packages/queue/package.json'));
const pg = fromDb('pg');
export const { Redis } = fromQueue('ioredis');
export const { Queue } = fromQueue('bullmq');

const run = promisify(execFile);
const APP_SECRET = 'benchmark-benchmark-benchmark';

/** Runs in the tree that it prepares, with that tree's own migrations and demo data, which have moved over time. */
const PREPARE = `
import { migrate } from '@slipway/prisma';
const places = ['@slipway/seed', '@slipway/prisma/seed', '@slipway/prisma'];
const found = await Promise.allSettled(places.map((place) => import(place)));
const { seedDemo } = found.find(({ value }) => value?.seedDemo !== undefined).value;
const { databaseUrl, demoFile } = JSON.parse(process.env.STAGE);
await migrate(databaseUrl);
await seedDemo({ databaseUrl, appSecret: '${APP_SECRET}', baseUrl: 'http://127.0.0.1', demoFile });
`;

async function prepareTree({ label, root }, { home, postgresUrl, redisUrl }) {
  const name = `bench_${label}`;
  const admin = new pg.Client({ connectionString: postgresUrl });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name}`);
  await admin.end();
  const databaseUrl = postgresUrl.replace(/[^/]+$/, name);
  const demoFile = join(home, `${label}.json`);
  const env = { ...process.env, STAGE: JSON.stringify({ databaseUrl, demoFile }) };
  await run(process.execPath, ['--input-type=module', '-e', PREPARE], { cwd: join(root, 'tests'), env });
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 });
  return {
    label,
    demo: JSON.parse(await readFile(demoFile, 'utf8')),
    app: (app) => join(root, 'apps', app, 'dist/main.js'),
    pool,
    env: {
      DATABASE_URL: databaseUrl,
      REDIS_URL: redisUrl,
      APP_SECRET,
      DATA_DIR: join(home, label),
      WEBHOOK_RATE_LIMIT: '1000000000',
      GENERAL_RATE_LIMIT: '1000000000',
      LOG_LEVEL: 'warn',
      METRICS_PORT: '0',
      NODE_ENV: 'production',
    },
  };
}

/** Calls `work` with the prepared trees and what benchmarks do to the servers. */
export async function onStage(trees, work) {
  const home = await mkdtemp(join(tmpdir(), 'slipway-bench-'));
  const postgres = await startPostgres({ home, settings: { shared_preload_libraries: 'pg_stat_statements' } });
  let redis = await startRedis({ home, env: process.env });
  const pools = [];
  try {
    const stage = { home, postgresUrl: postgres.url, redisUrl: redis.url };
    const prepared = [];
    for (const tree of trees) {
      const ready = await prepareTree(tree, stage);
      pools.push(ready.pool);
      prepared.push(ready);
    }
    await work({
      trees: prepared,
      redisUrl: redis.url,
      postgresUrl: postgres.url,
      serverPids: () => ({ postgres: postgres.pid, redis: redis.pid }),
      async emptyRedis() {
        const client = new Redis(redis.url);
        await client.flushall();
        client.disconnect();
      },
      /** Kills Redis with SIGKILL, and starts it again with the data it had written. */
      async killRedis(seconds) {
        process.kill(redis.pid, 'SIGKILL');
        await delay(seconds * 1000);
        redis = await startRedis({ home, env: process.env });
      },
    });
  } finally {
    await Promise.all(pools.map((pool) => pool.end()));
    await redis.stop();
    await postgres.stop();
    await rm(home, { recursive: true, force: true });
  }
}
