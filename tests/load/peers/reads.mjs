// The peer of the reads: bare Express and one prepared statement per request, without authentication.
import { createRequire } from 'node:module';

const fromDb = createRequire(new URL('../../../packages/db/package.json', import.meta.url));
const express = createRequire(new URL('../../../packages/http/package.json', import.meta.url))('express');
const pg = fromDb('pg');
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const app = express();

/** One row per task, change and build, with the columns that our answer has. */
const QUERIES = {
  build_runs: `SELECT id, project_id, status, build_type, target_type, job_name, build_number, commit_hash, changelist, branch,
    build_url, duration_seconds, started_at, finished_at, created_at, updated_at
    FROM build_runs WHERE project_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2`,
  changes: `SELECT id, identifier, display_identifier, source_type, author, description, "timestamp", orphaned_at, created_at,
    updated_at, file_count FROM changes WHERE project_id = $1 AND orphaned_at IS NULL
    ORDER BY "timestamp" DESC, id DESC LIMIT $2`,
  tasks: `SELECT id, account_id, project_id, title, description, state, task_type, priority, assignee_handle, user_id, labels,
    metadata, created_at, updated_at FROM tasks WHERE project_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2`,
};

for (const [name, text] of Object.entries(QUERIES)) {
  app.get(`/api/v1/projects/:project/${name}`, async (request, response) => {
    const values = [Number(request.params.project), Number(request.query.limit) + 1];
    const { rows } = await pool.query({ name, text, values });
    response.json({ [name]: rows });
  });
}

const FEED = `SELECT event_type, project_id, project_name, actor, "timestamp", target_ref, status, message, url, cursor_key
  FROM bench_feed WHERE account_id = $1 ORDER BY "timestamp" DESC LIMIT $2`;
app.get('/api/v1/workspace/events', async (request, response) => {
  const values = [Number(request.query.account_id), Number(request.query.limit) + 1];
  const { rows } = await pool.query({ name: 'feed', text: FEED, values });
  response.json({ events: rows });
});
app.listen(Number(process.env.PORT), '127.0.0.1', () => process.send('ready'));
