/** Rows by the thousand, written with SQL that every compared commit understands. */

/** Finishes the work that new rows leave to PostgreSQL, which would otherwise slow what is measured next. */
async function settle(pool) {
  await pool.query('VACUUM ANALYZE');
  await pool.query('CHECKPOINT');
}

/** A commit with builds of the last days, mentioned by a task; the ids of both. */
export async function addCommit({ pool, demo }, { hash, builds, project = demo.projects.main }) {
  const { rows } = await pool.query('SELECT account_id FROM projects WHERE id = $1', [project]);
  const scope = [rows[0].account_id, project];
  const insert = async (text, values) => (await pool.query(text, [...scope, ...values])).rows[0]?.id;
  const change = await insert(
    `INSERT INTO changes (account_id, project_id, integration_id, identifier, display_identifier, source_type,
       "timestamp", created_at, updated_at)
     VALUES ($1, $2, $3, $4, left($4, 8), 'GitCommit', now(), now(), now()) RETURNING id`,
    [demo.integrations.github.id, hash],
  );
  const task = await insert(
    `INSERT INTO tasks (account_id, project_id, title, created_at, updated_at)
     VALUES ($1, $2, $3, now(), now()) RETURNING id`,
    [`Build ${hash}`],
  );
  await pool.query('INSERT INTO task_links (task_id, change_id, project_id) VALUES ($1, $2, $3)', [
    ...[task, change, project],
  ]);
  await insert(
    `INSERT INTO build_runs (account_id, project_id, integration_id, job_key, job_name, build_number, status, status_at,
       build_type, commit_hash, finished_at, created_at, updated_at)
     SELECT $1, $2, $3, 'matrix', 'Matrix', gen_random_uuid(), 'completed', at, 'unreal', $4, at, at, at
     FROM generate_series(1, $5::int) n, LATERAL (SELECT now() - n * interval '20 seconds' AS at) t`,
    [demo.integrations.jenkins.id, hash, builds],
  );
  await settle(pool);
  return { change, task };
}

/** Builds, changes and tasks in one project, spread over the last days; the highest number is the newest. */
export async function addRows({ pool, demo }, { count, days, project = demo.projects.main }) {
  const { rows } = await pool.query('SELECT account_id FROM projects WHERE id = $1', [project]);
  const values = [rows[0].account_id, project, demo.integrations.jenkins.id, count, `${days} days`];
  const at = `now() - $5::interval * (1 - n / $4::float8)`;
  await pool.query(
    `INSERT INTO build_runs (account_id, project_id, integration_id, job_key, job_name, build_number, status, status_at,
       build_type, commit_hash, branch, started_at, finished_at, duration_seconds, created_at, updated_at)
     SELECT $1, $2, $3, 'rows', 'Rows-' || n % 20, gen_random_uuid(), (CASE n % 9 WHEN 0 THEN 'failed' ELSE 'completed' END)::build_status,
       ${at}, 'unreal', md5(n::text), 'main', ${at}, ${at}, 60, ${at}, ${at} FROM generate_series(1, $4::int) n`,
    values,
  );
  await pool.query(
    `INSERT INTO changes (account_id, project_id, integration_id, identifier, display_identifier, source_type, author,
       description, "timestamp", file_count, created_at, updated_at)
     SELECT $1, $2, $3, gen_random_uuid(), 'CL ' || n, 'Changelist', 'mvoss', 'Relight the quay, part ' || n, ${at}, 3, ${at}, ${at}
     FROM generate_series(1, $4::int) n`,
    values,
  );
  await pool.query(
    `INSERT INTO tasks (account_id, project_id, title, state, labels, created_at, updated_at)
     SELECT $1, $2, 'Relight the quay, part ' || n, (CASE n % 3 WHEN 0 THEN 'to_do' ELSE 'completed' END)::task_state,
       ARRAY['label-' || n % 50], ${at}, ${at} FROM generate_series(1, $4::int) n WHERE $3::int > 0`,
    values,
  );
  await settle(pool);
}
