#!/usr/bin/env node
/**
 * Reports the revisions that are pushed to a Lore server, which has no webhooks of its own. Run it as a service in a
 * checkout of the repository: `node lore-relay.mjs [repository]`. Needs Node.js 20, `lore`, `sh` and curl.
 *
 * A push names only the newest revision, so the relay reads its ancestors back to the last reported one, at most 50. It
 * remembers that revision for each branch, so a push after a pause also reports what was pushed in the meantime. For an
 * unknown branch, it reports only the newest revision. See slipway-post.sh for the address, the token, and what happens
 * while the service cannot be reached.
 */
import { execFile, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openMemory } from '../relay-memory.mjs';

const run = promisify(execFile);
const poster = fileURLToPath(new URL('../slipway-post.sh', import.meta.url));
const [, , repositoryName] = process.argv;
const NO_PARENT = /^0*$/;
/** For a push with more revisions, only the newest are reported. */
const MAX_REVISIONS = 50;

const memory = openMemory('lore', repositoryName ?? process.cwd());
/** The last reported revision of each branch. */
const reported = new Map(Object.entries(memory.recall() ?? {}));

function parse(line) {
  try {
    const { tagName, data } = JSON.parse(line);
    return { tagName, data: data ?? {} };
  } catch {
    return { tagName: null, data: {} };
  }
}

/** What `lore revision info` prints about a revision: one JSON object per line. */
async function describe(revision) {
  const { stdout } = await run('lore', ['--json', 'revision', 'info', revision, '--delta', '--metadata'], {
    maxBuffer: 64 * 1024 * 1024,
  });
  const lines = stdout.split('\n').map(parse);
  const info = lines.find(({ tagName }) => tagName === 'revisionInfo')?.data ?? {};
  const metadata = Object.assign({}, ...lines.filter(({ tagName }) => tagName === 'metadata').map(readMetadata));
  const files = lines.filter(({ tagName }) => tagName === 'revisionInfoDelta').map(({ data }) => data);
  return { info, metadata, files };
}

/** Metadata is printed as entries with a key and a value, or as one object. */
function readMetadata({ data }) {
  return typeof data.key === 'string' ? { [data.key]: data.value } : data;
}

function toReport({ revision, branch, userId }, { info, metadata, files }) {
  return {
    revision,
    revision_number: info.revisionNumber,
    branch: metadata.branch ?? branch,
    repository: repositoryName ?? info.repository,
    author: metadata['committed-by'] ?? metadata['created-by'] ?? userId,
    message: metadata.message,
    timestamp: metadata.timestamp,
    files: files.map(({ path, action, flagModify, flagFile }) => ({ path, action, flagModify, flagFile })),
  };
}

/** The revisions of a push, oldest first. */
async function revisionsOf(push) {
  const last = reported.get(push.branch);
  const reports = [];
  for (let revision = push.revision; revision !== last && !NO_PARENT.test(revision ?? ''); ) {
    const described = await describe(revision);
    reports.unshift(toReport({ ...push, revision }, described));
    // Without a last revision, it is unknown where the push began.
    if (last === undefined || reports.length === MAX_REVISIONS) break;
    [revision] = described.info.parent ?? [];
  }
  return reports;
}

function post(body) {
  return new Promise((resolve, reject) => {
    const child = spawn('sh', [poster, 'lore'], { stdio: ['pipe', 'inherit', 'inherit'] });
    child.once('error', reject);
    child.once('close', resolve);
    child.stdin.end(JSON.stringify(body));
  });
}

const subscription = spawn('lore', ['--json', 'notification', 'subscribe'], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const ended = new Promise((resolve, reject) => {
  subscription.once('error', reject);
  subscription.once('close', resolve);
});

for await (const line of createInterface({ input: subscription.stdout })) {
  const { tagName, data } = parse(line);
  if (tagName !== 'notificationBranchPushed') continue;
  try {
    for (const report of await revisionsOf(data)) await post(report);
  } catch (error) {
    process.stderr.write(`slipway: ${data.revision} is reported without details: ${error.message}\n`);
    await post({ tagName, data, repository: repositoryName });
  }
  reported.set(data.branch, data.revision);
  memory.remember(Object.fromEntries(reported));
}
process.exitCode = (await ended) === 0 ? 0 : 1;
