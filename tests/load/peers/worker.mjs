// The textbook worker: one plain upsert per job through pg, sixteen jobs at a time.
import { createRequire } from 'node:module';

const fromDb = createRequire(new URL('../../../packages/db/package.json', import.meta.url));
const fromQueue = createRequire(new URL('../../../packages/queue/package.json', import.meta.url));
const pg = fromDb('pg');
const { Worker } = fromQueue('bullmq');
const { Redis } = fromQueue('ioredis');

const CONCURRENCY = 16;
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: CONCURRENCY });
const UPSERT = `INSERT INTO textbook_builds (job, number, status, changelist, branch, url, log)
VALUES ($1, $2, $3, $4, $5, $6, $7)
ON CONFLICT (job, number) DO UPDATE SET status = excluded.status, log = excluded.log, updated_at = now()`;

async function apply({ data }) {
  const { job_name: job, build_number: number, status, changelist, branch, build_url: url, logs_tail: log } = data;
  await pool.query({ name: 'upsert', text: UPSERT, values: [job, number, status, changelist, branch, url, log] });
}

const connection = new Redis(process.env.REDIS_URL, { maxRetriesPerRequest: null });
const worker = new Worker('textbook', apply, { connection, concurrency: CONCURRENCY });
worker.on('failed', (_job, error) => {
  throw error;
});
await worker.waitUntilReady();
process.send('ready');
