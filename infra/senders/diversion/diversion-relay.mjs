#!/usr/bin/env node
/**
 * Reports Diversion commits to a service that Diversion's own webhooks cannot reach, such as one inside a studio's
 * network. It reads commits as returned by Diversion's API, one JSON object per line, oldest first:
 *
 *   curl -sS -H "Authorization: Bearer $DV_TOKEN" "https://api.diversion.dev/v0/repos/$REPO/commits?limit=50" |
 *     jq -c '.items | reverse[]' | node diversion-relay.mjs "$REPO"
 *
 * SLIPWAY_HOST and SLIPWAY_WEBHOOK_TOKEN name the service and the integration. With SLIPWAY_WEBHOOK_SECRET (whsec_…),
 * requests are signed the way Diversion signs them. Run it from a timer: it remembers the last commit that it reported
 * and continues after it. A commit always has the same id, so that reporting it again changes nothing.
 *
 * A commit that the service rejects because of its content is printed and skipped. Any other problem ends the run, and
 * the next run starts with the same commit. In both cases the exit code is 1.
 */
import { createHmac } from 'node:crypto';
import { createInterface } from 'node:readline';
import { openMemory } from '../relay-memory.mjs';

const [, , repository = ''] = process.argv;
const { SLIPWAY_HOST = '', SLIPWAY_WEBHOOK_TOKEN = '', SLIPWAY_WEBHOOK_SECRET = '' } = process.env;
const TIMEOUT_MS = 5_000;
/** Extra time per byte beyond the limit: even on a slow connection, a large commit must not time out. */
const BYTES_PER_MS = 131;
const SLOW_BYTES = 512 * 1024;
/** Statuses that concern a single commit. Others, such as 401, concern every commit. */
const REFUSED = [413, 422];

/** The headers of Standard Webhooks: https://www.standardwebhooks.com */
function sign(id, body) {
  if (SLIPWAY_WEBHOOK_SECRET === '') return { 'webhook-id': id };
  const key = Buffer.from(SLIPWAY_WEBHOOK_SECRET.replace(/^whsec_/, ''), 'base64');
  const timestamp = String(Math.floor(Date.now() / 1000));
  const digest = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${digest}` };
}

/** Returns the reason why the service rejects the commit; null if it accepts it. */
async function post(commit) {
  const body = JSON.stringify({ event: 'commit_created', repo_id: repository, ...commit });
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'slipway-diversion-relay',
    'x-service-token': SLIPWAY_WEBHOOK_TOKEN,
    ...sign(`${repository}.${commit.commit_id}`, body),
  };
  const url = `${SLIPWAY_HOST.replace(/\/+$/, '')}/webhooks/diversion`;
  // Not AbortSignal.timeout(): its timer does not keep the process alive, and the fetch of Node.js 20 may never settle.
  const limit = new AbortController();
  const timeoutMs = TIMEOUT_MS + Math.max(0, Buffer.byteLength(body) - SLOW_BYTES) / BYTES_PER_MS;
  const timer = setTimeout(() => limit.abort(new Error('no response in time')), timeoutMs);
  try {
    // A redirect would be followed with a GET, whose response says nothing about the commit.
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal: limit.signal });
    const text = await response.text();
    // A proxy or a sign-in page may respond in place of the service. Every response of the service names the delivery.
    const isOwn = text.includes('"delivery_id"');
    if (response.ok && isOwn) return null;
    const problem = `${response.status} ${isOwn ? text : 'not from Slipway'}`;
    if (REFUSED.includes(response.status) && isOwn) return problem;
    throw new Error(problem);
  } finally {
    clearTimeout(timer);
  }
}

function fail(message) {
  process.stderr.write(`slipway: ${message}\n`);
  process.exitCode = 1;
}

async function readCommits() {
  const commits = [];
  for await (const line of createInterface({ input: process.stdin })) {
    if (line.trim() !== '') commits.push(JSON.parse(line));
  }
  return commits;
}

async function relay() {
  const memory = openMemory('diversion', repository);
  const commits = await readCommits();
  const last = memory.recall() ?? null;
  const known = commits.findLastIndex(({ commit_id }) => commit_id === last);
  for (const commit of commits.slice(known + 1)) {
    const problem = await post(commit);
    if (problem !== null) fail(`${commit.commit_id} was refused and skipped: ${problem}`);
    memory.remember(commit.commit_id ?? null);
  }
}

if (SLIPWAY_HOST === '' || SLIPWAY_WEBHOOK_TOKEN === '' || repository === '') {
  process.stderr.write('usage: SLIPWAY_HOST=… SLIPWAY_WEBHOOK_TOKEN=… node diversion-relay.mjs REPOSITORY_ID\n');
  process.exit(2);
}

try {
  await relay();
} catch (error) {
  fail(`not everything was reported; the rest is left for the next run: ${error.message}`);
}
