/** Memory of a worker that reads a large test report which came in through ingest. */
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { CORES, residentMb, serving, start } from '../harness/processes.mjs';

const TESTS = 50_000;
/** Each of the failed tests has so much output; together they have 2 MB. */
const FAILED = 100;
/** The same tests in as many builds: Node.js collects late, so a worker grows over the first ones. */
const REPORTS = 4;
const OUTPUT_BYTES = 20_000;
const TIMEOUT_MS = 180_000;

function largeReport() {
  const line = 'LogQuay: Display: the lantern is lit at 4711, and the tide is in\n';
  const output = line.repeat(Math.ceil(OUTPUT_BYTES / line.length));
  const cases = Array.from({ length: TESTS }, (_, index) => {
    const name = `classname="Harbor.Quay.Suite${index % 400}" name="keeps its lanterns lit, part ${index}" time="0.01"`;
    if (index % (TESTS / FAILED) !== 0) return `<testcase ${name}/>`;
    return `<testcase ${name}><failure message="Expected 3, got 4">at Quay.cpp:12</failure><system-out>${output}</system-out></testcase>`;
  });
  return gzipSync(`<testsuite name="quay">${cases.join('\n')}</testsuite>`);
}

async function send(url, tree, { job_name: job, build_number: number }) {
  const form = new FormData();
  form.set('job_name', job);
  form.set('build_number', number);
  form.append('file', new Blob([largeReport()]), 'quay.xml.gz');
  const headers = { 'x-webhook-token': tree.demo.integrations.jenkins.token };
  const answer = await fetch(`${url}/webhooks/tests`, { method: 'POST', headers, body: form });
  if (answer.status !== 202) throw new Error(`ingest answered ${answer.status}: ${await answer.text()}`);
}

/** The highest resident megabytes of a worker until it has read and judged one report, and several. */
export async function measureReportMemory({ stage }) {
  const [tree] = stage.trees;
  const { pool, env, app, demo } = tree;
  const { rows: builds } = await pool.query(
    `SELECT DISTINCT ON (job_name) job_name, build_number FROM build_runs
     WHERE project_id = $1 AND build_number <> '' ORDER BY job_name, id`,
    [demo.projects.main],
  );
  const worker = await start(app('worker'), env);
  const highest = [];
  try {
    await serving(app('ingest'), env, CORES.both, async (url) => {
      for (let number = 0; number < REPORTS; number += 1) {
        await send(url, tree, builds[number]);
        await untilJudged(pool, number + 1);
        highest.push(residentMb(worker.pid, 'VmHWM'));
      }
    });
    return { one: highest[0], several: highest[REPORTS - 1] };
  } finally {
    await worker.stop();
  }
}

async function untilJudged(pool, runs) {
  const query = `SELECT count(*)::int AS judged FROM test_runs WHERE passed + failed = ${TESTS} AND judge_after IS NULL`;
  const until = performance.now() + TIMEOUT_MS;
  while ((await pool.query(query)).rows[0].judged < runs) {
    if (performance.now() > until) throw new Error('the report was not read in time');
    await delay(100);
  }
}
