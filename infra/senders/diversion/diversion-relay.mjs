#!/usr/bin/env node
/**
 * Reports commits of Diversion to a service that Diversion's own webhooks cannot reach, such as one inside a studio's
 * network. It reads commits as Diversion's API returns them, one JSON object per line, oldest first:
 *
 *   curl -sS -H "Authorization: Bearer $DV_TOKEN" "https://api.diversion.dev/v0/repos/$REPO/commits?limit=50" |
 *     jq -c '.items | reverse[]' | node diversion-relay.mjs "$REPO"
 *
 * SLIPWAY_HOST and SLIPWAY_WEBHOOK_TOKEN name the service and the integration. With SLIPWAY_WEBHOOK_SECRET (whsec_…)
 * requests are signed as Diversion signs them. Run it from a timer: a commit has the same id each time, so that reading
 * it again changes nothing. It stops at the first commit that the service cannot take, with exit code 1; the next run
 * begins there.
 */
import { createHmac } from 'node:crypto';
import { createInterface } from 'node:readline';

const [, , repository = ''] = process.argv;
const { SLIPWAY_HOST = '', SLIPWAY_WEBHOOK_TOKEN = '', SLIPWAY_WEBHOOK_SECRET = '' } = process.env;
const TIMEOUT_MS = 5_000;

/** The headers of Standard Webhooks: https://www.standardwebhooks.com */
function sign(id, body) {
  if (SLIPWAY_WEBHOOK_SECRET === '') return { 'webhook-id': id };
  const key = Buffer.from(SLIPWAY_WEBHOOK_SECRET.replace(/^whsec_/, ''), 'base64');
  const timestamp = String(Math.floor(Date.now() / 1000));
  const digest = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${digest}` };
}

async function post(commit) {
  const body = JSON.stringify({ event: 'commit_created', repo_id: repository, ...commit });
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'slipway-diversion-relay',
    'x-service-token': SLIPWAY_WEBHOOK_TOKEN,
    ...sign(`${repository}.${commit.commit_id}`, body),
  };
  const url = `${SLIPWAY_HOST.replace(/\/+$/, '')}/webhooks/diversion`;
  const response = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
}

if (SLIPWAY_HOST === '' || SLIPWAY_WEBHOOK_TOKEN === '' || repository === '') {
  process.stderr.write('usage: SLIPWAY_HOST=… SLIPWAY_WEBHOOK_TOKEN=… node diversion-relay.mjs REPOSITORY_ID\n');
  process.exit(2);
}

for await (const line of createInterface({ input: process.stdin })) {
  if (line.trim() === '') continue;
  try {
    await post(JSON.parse(line));
  } catch (error) {
    process.stderr.write(`slipway: not reported, and left for the next run: ${error.message}\n`);
    process.exitCode = 1;
    break;
  }
}
