/**
 * The rows that past events left behind, written by SQL. Of a hundred events, 35 are reports of builds (two for each), 25
 * cooked assets, 30 changes, 8 updates of a tracker and 2 deployments, as in the benchmark `cost`.
 */

const CHUNK = 50_000;
const BODY_BYTES = 300;
/** The time of the event `n` of `$2`, in the day `$3`; `$1` is the first of the chunk. */
const EVENTS = `generate_series($1::int, LEAST($1::int + ${CHUNK} - 1, $2::int)) AS n,
  LATERAL (SELECT $3::date::timestamp AT TIME ZONE 'UTC' + make_interval(secs => n * 86399.0 / $2::int)) AS t (at),
  LATERAL (SELECT id AS project, account_id AS account FROM bench_projects WHERE place = n % 16) AS p`;

/** The commit of the event `n`. */
const HASH = `md5($3 || '-' || n) || left(md5($3 || '-' || n), 8)`;

/** Ids of deliveries are version 7 UUIDs and keys are random, like those of a day of webhooks. */
const DELIVERIES = `
  WITH received AS (
    INSERT INTO deliveries (id, received_at, account_id, project_id, integration_id, provider, event, path, dedupe_key,
      outcome, body, body_bytes, finished_at)
    SELECT (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7'
        || lpad(to_hex(n % 4096), 3, '0') || right(md5(random()::text), 16))::uuid,
      at, account, project, n % 20 + 1, 'jenkins', 'build_report', '/webhooks/ci', 'id:' || gen_random_uuid(), 'applied',
      decode(repeat('a5', ${BODY_BYTES}), 'hex'), ${BODY_BYTES}, at
    FROM ${EVENTS}
    RETURNING id, received_at, integration_id, dedupe_key)
  INSERT INTO delivery_keys (integration_id, key, delivery_id, outcome, received_at)
  SELECT integration_id, dedupe_key, id, 'applied', received_at FROM received`;

/** Every second build names a commit. */
const BUILDS = `
  WITH built AS (
    INSERT INTO build_runs (account_id, project_id, integration_id, job_key, job_name, build_number, status, status_at,
      build_type, commit_hash, branch, started_at, finished_at, duration_seconds, has_log, created_at, updated_at)
    SELECT account, project, 1, 'Job-' || n % 40, 'Job-' || n % 40, $3 || '-' || n,
      (CASE n % 9 WHEN 0 THEN 'failed' ELSE 'completed' END)::build_status, at, 'unreal',
      CASE WHEN n % 2 = 0 THEN ${HASH} ELSE '' END, 'branch-' || n % 7, at, at, 60, true, at, at
    FROM ${EVENTS} WHERE n % 40 < 7
    RETURNING id, finished_at)
  INSERT INTO build_logs (build_run_id, content, final, received_at)
  SELECT id, repeat('[512/1024] Compile Module.Harbor.cpp ' || id || E'\\n', 20), true, finished_at FROM built`;

const CHANGES = `
  WITH made AS (
    INSERT INTO changes (account_id, project_id, integration_id, identifier, display_identifier, source_type, author,
      description, "timestamp", file_count, created_at, updated_at)
    SELECT account, project, 1, ${HASH}, left(${HASH}, 8), 'GitCommit', 'mvoss', 'Relight the quay, part ' || n,
      at, 1, at, at
    FROM ${EVENTS} WHERE n % 10 < 3
    RETURNING id)
  INSERT INTO change_files (change_id, path, action) SELECT id, 'Source/Harbor/Quay.cpp', 'edit' FROM made`;

const DEPLOYMENTS = `
  INSERT INTO deployments (id, account_id, project_id, integration_id, platform, status, status_at, branch, version,
    build_number, created_at, updated_at)
  SELECT gen_random_uuid(), account, project, 1, 'steam', 'live', at, 'branch-' || n % 7, '1.0.' || n, $3 || '-' || n,
    at, at
  FROM ${EVENTS} WHERE n % 50 = 9`;

const ASSETS = `
  WITH cooked AS (
    INSERT INTO assets (id, account_id, project_id, name, path, asset_type, created_at, updated_at)
    SELECT gen_random_uuid(), account, project, 'SM_' || n, '/Game/Props/SM_' || $3 || '_' || n, 'model', at, at
    FROM ${EVENTS} WHERE n % 4 = 0
    RETURNING id, account_id, project_id, created_at)
  INSERT INTO asset_events (account_id, project_id, integration_id, provider, asset_id, kind, source, version,
    occurred_at, created_at)
  SELECT account_id, project_id, 1, 'game_engine', id, 'created', id, 1, created_at, created_at FROM cooked`;

/** The delivery log takes about as long as everything else, so that both are written at once. */
const LANES = [[DELIVERIES], [BUILDS, CHANGES, DEPLOYMENTS, ASSETS]];

/** The projects of the events. */
export async function addProjects(pool, projectId) {
  await pool.query(
    `CREATE TABLE bench_projects AS WITH added AS (
       INSERT INTO projects (account_id, name, engine)
       SELECT account_id, 'Past ' || n, 'unreal' FROM projects, generate_series(0, 15) n WHERE id = $1
       RETURNING id, account_id)
     SELECT (row_number() OVER () - 1)::int AS place, id, account_id FROM added`,
    [projectId],
  );
}

/** Writes the rows of one day of so many events. */
export async function addDay(pool, age, events) {
  const day = new Date(Date.now() - age * 86_400_000).toISOString().slice(0, 10);
  await pool.query('SELECT ensure_delivery_partitions($1, 1)', [day]);
  const write = async (texts) => {
    for (let first = 1; first <= events; first += CHUNK)
      for (const text of texts) await pool.query(text, [first, events, day]);
  };
  await Promise.all(LANES.map(write));
}
