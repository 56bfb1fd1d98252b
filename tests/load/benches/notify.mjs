/**
 * From a webhook that breaks a project's main job to the message at the receiver, while another project's reports
 * arrive at half the rate at which one worker drains a backlog. Each failure is investigated by itself; the message
 * waits up to ten seconds for the cause.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { newWebhookSecret, sealChannelConfig, targetOf } from '@slipway/destinations';
import { hashToken } from '@slipway/domain';
import { figure } from '../harness/figures.mjs';
import { CORES, serving, start } from '../harness/processes.mjs';
import { percentile, sendSteadily, toRequest } from '../harness/senders.mjs';
import { samplesOf } from './common.mjs';
import { drain } from './drain.mjs';

/** Each breaks once, so that each webhook is one message. */
const PROJECTS = 60;
/** Sixty main jobs that break within a minute are more than any studio sees. */
const FAILURES_PER_SECOND = 1;
const WARM_UP_SECONDS = 4;
const MAX_WAIT_SECONDS = 60;
const LOG = "Assets/Lantern.cs(12,5): error CS0103: The name 'Glow' does not exist in the current context";

/** A receiver of outgoing webhooks that notes when the message of each project arrived. */
async function startReceiver() {
  const arrivals = new Map();
  const server = createServer(async (request, response) => {
    const { data } = JSON.parse(Buffer.concat(await request.toArray()).toString());
    if (!arrivals.has(data.project_id))
      arrivals.set(data.project_id, { at: performance.now(), hasCause: data.cause !== null });
    response.end('ok');
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { arrivals, url: `http://127.0.0.1:${server.address().port}/`, stop: () => server.close() };
}

/** A project that investigates every failure, with a build server and a channel to the receiver. */
async function addProject({ pool, demo, env }, url) {
  const accountId = demo.accounts.studio.id;
  const { rows } = await pool.query(
    `INSERT INTO projects (account_id, name, automatic_investigation) VALUES ($1, 'Lanterns', 'every_failure')
     RETURNING id`,
    [accountId],
  );
  const projectId = rows[0].id;
  const token = randomBytes(32).toString('hex');
  await pool.query(
    `INSERT INTO integrations (account_id, project_id, provider, name, token_hash, token_prefix)
     VALUES ($1, $2, 'jenkins', 'Jenkins', $3, $4)`,
    [accountId, projectId, hashToken(token), token.slice(0, 8)],
  );
  const config = { kind: 'webhook', url, secrets: [{ secret: newWebhookSecret(), until: null }] };
  const id = randomUUID();
  const sealed = Buffer.from(sealChannelConfig([env.APP_SECRET], id, config));
  await pool.query(
    `INSERT INTO notification_channels (id, account_id, project_id, kind, name, target, config, created_by_id)
     VALUES ($1, $2, $3, 'webhook', 'Benchmark', $4, $5, $6)`,
    [id, accountId, projectId, targetOf(config), sealed, demo.users.owner.id],
  );
  await pool.query(
    `INSERT INTO notification_rules (project_id, channel_id, event) VALUES ($1, $2, 'main_job.broke')`,
    [projectId, id],
  );
  return { projectId, token };
}

function reportOf(token, report) {
  return toRequest('/webhooks/ci', { 'x-webhook-token': token }, JSON.stringify({ branch: 'main', ...report }));
}

/** Builds of another project, all of which pass. */
function loadOf({ integrations }, offset) {
  return (number) =>
    reportOf(integrations.jenkins.token, {
      job_name: 'Harbor-Win64',
      build_number: offset + number,
      status: 'SUCCESS',
      logs_tail: '[512/1024] Compile Module.Harbor.cpp\n'.repeat(20),
    });
}

/** The milliseconds from when each failure was due to be sent to the arrival of its first message. */
async function lagsOf(sent, { arrivals }) {
  const isMissing = ({ projectId }) => !arrivals.has(projectId);
  for (let waited = 0; sent.some(isMissing); waited += 1) {
    if (waited === MAX_WAIT_SECONDS)
      throw new Error(`${sent.filter(isMissing).length} of ${sent.length} messages did not arrive`);
    await delay(1000);
  }
  return sent
    .filter(({ number }) => number >= WARM_UP_SECONDS * FAILURES_PER_SECOND)
    .map(({ projectId, due }) => ({
      ms: arrivals.get(projectId).at - due,
      hasCause: arrivals.get(projectId).hasCause,
    }));
}

async function measure(stage, tree, round) {
  const { app, env, demo, pool } = tree;
  const { rate } = await drain(stage, tree);
  await stage.emptyRedis();
  const receiver = await startReceiver();
  await pool.query('UPDATE accounts SET credits = 1000000');
  const projects = [];
  for (let count = 0; count < PROJECTS; count += 1) projects.push(await addProject(tree, receiver.url));
  const worker = await start(app('worker'), { ...env, NOTIFICATION_ALLOWED_NETWORKS: '127.0.0.1/32' });
  try {
    return await serving(app('ingest'), env, CORES.both, async (url) => {
      const perSecond = rate / 2;
      const stopLoad = sendSteadily(url, { perSecond, next: loadOf(demo, round * 10_000_000) });
      const stop = sendSteadily(url, {
        perSecond: FAILURES_PER_SECOND,
        connections: 4,
        next: (number) =>
          reportOf(projects[Math.min(number, PROJECTS - 1)].token, {
            job_name: 'lanterns-android',
            build_number: number + 1,
            status: 'FAILURE',
            logs_tail: LOG,
          }),
      });
      await delay((PROJECTS / FAILURES_PER_SECOND) * 1000);
      const answers = await stop();
      const sent = answers.filter(({ number }) => number < PROJECTS);
      const failures = sent.map((answer) => ({ ...answer, projectId: projects[answer.number].projectId }));
      const messages = await lagsOf(failures, receiver);
      const load = await stopLoad();
      const refused = [...answers, ...load].find(({ status }) => status !== 200);
      if (refused !== undefined) throw new Error(`a webhook was answered with ${refused.status}`);
      const lags = messages.map(({ ms }) => ms);
      const withCause = messages.filter(({ hasCause }) => hasCause).length;
      return { perSecond, count: lags.length, withCause, p50: percentile(lags, 0.5), p99: percentile(lags, 0.99) };
    });
  } finally {
    await worker.stop();
    receiver.stop();
  }
}

export async function run({ stage, rounds, say }) {
  const measured = [];
  for (let round = 1; round <= rounds; round += 1) {
    const results = {};
    for (const tree of stage.trees) results[tree.label] = await measure(stage, tree, round);
    measured.push(results);
    const shown = Object.entries(results).map(
      ([label, { perSecond, count, withCause, p50, p99 }]) =>
        `${label} ${count} messages, ${withCause} with the cause, beside ${Math.round(perSecond)} reports/s, ` +
        `p50 ${Math.round(p50)} ms, p99 ${Math.round(p99)} ms`,
    );
    say(`round ${round}: ${shown.join('; ')}`);
  }
  const lag = (share, aim) =>
    figure(`from webhook to message at half the drain rate, ${share}`, {
      better: 'lower',
      aim,
      unit: 'ms',
      samples: samplesOf(stage.trees, measured, (results, label) => results[label][share]),
    });
  return [lag('p50', 2_000), lag('p99', 5_000)];
}
