import { constants } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { type CheckFinding, describeBytes, finding } from '@slipway/domain';
import { quarantineFolder, readQuarantine, type Settings } from '@slipway/runtime';
import { createTransport } from 'nodemailer';
import { reasonOf } from './judge.js';

const SMTP_TIMEOUTS = {
  dnsTimeout: 5_000,
  connectionTimeout: 5_000,
  greetingTimeout: 5_000,
  socketTimeout: 5_000,
};

/** Whether ingest can spool on this machine. */
export async function checkSpool({ SPOOL_DIR: dir, SPOOL_LIMIT: limit }: Settings): Promise<CheckFinding[]> {
  const existing = await nearestPath(resolve(dir));
  const isThere = existing === resolve(dir);
  const { uid, isFolder } = await stat(existing).then((stats) => ({
    uid: stats.uid,
    isFolder: stats.isDirectory(),
  }));
  if (!isFolder) {
    const fix = 'Remove or rename the file, or set SPOOL_DIR to a folder.';
    return [finding.problem('spool', `${existing} is a file, not a folder.`, fix)];
  }
  const remedy = `Run this as the user of the service, chown the folder to that user, or set SPOOL_DIR.`;
  const mayWrite = await access(existing, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  if (!mayWrite) return [finding.problem('spool', `${existing} is not writable by this user.`, remedy)];
  const findings = [
    finding.ok('spool', isThere ? `${dir} is writable.` : `${dir} will be created in ${existing}.`),
  ];
  if (isThere && process.getuid !== undefined && uid !== process.getuid())
    findings.push(
      finding.warning(
        'spool owner',
        `${dir} belongs to user ${uid}, and this runs as ${process.getuid()}.`,
        remedy,
      ),
    );
  return [...findings, await checkSpace(existing, limit), ...(await checkQuarantine(dir))];
}

async function checkQuarantine(dir: string): Promise<CheckFinding[]> {
  const { records, bytes } = await readQuarantine(dir);
  if (records === 0) return [];
  const text = `${records} damaged records (${describeBytes(bytes)}) are in ${quarantineFolder(dir)}: accepted deliveries that had no effect.`;
  const remedy = 'Check the disk, then send them again: infra/docs/operate/runbook.md#slipwayspooldamaged.';
  return [finding.problem('spool quarantine', text, remedy)];
}

/** The path itself, or the nearest one above it that exists. */
async function nearestPath(path: string): Promise<string> {
  const isThere = await access(path).then(
    () => true,
    () => false,
  );
  return isThere || dirname(path) === path ? path : nearestPath(dirname(path));
}

async function checkSpace(folder: string, limit: number): Promise<CheckFinding> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const text = `${describeBytes(free)} are free, and the spool may take ${describeBytes(limit)}.`;
  if (free > limit) return finding.ok('spool space', text);
  return finding.warning(
    'spool space',
    text,
    'Free or add space, or lower SPOOL_LIMIT: a full disk refuses webhooks early.',
  );
}

/** Whether the mail server answers and accepts the login. */
export async function checkMail({ SMTP_URL: url, DATA_DIR: dir }: Settings): Promise<CheckFinding> {
  if (url === '')
    return finding.warning(
      'mail',
      `No email is sent: messages are written to ${dir}/mail.`,
      'Set SMTP_URL to your mail server.',
    );
  try {
    await createTransport({ url, ...SMTP_TIMEOUTS }).verify();
    return finding.ok('mail', 'The mail server answers.');
  } catch (error) {
    const remedy = 'Check SMTP_URL: host, port, user and password, and smtps:// for a port with implicit TLS.';
    return finding.problem('mail', `The mail server cannot be used: ${reasonOf(error, url)}.`, remedy);
  }
}

/** Finds settings that are valid but probably unintended. */
export function checkMeaning(settings: Settings): CheckFinding[] {
  const { BASE_URL, TRUST_PROXY } = settings;
  const { protocol, hostname } = new URL(BASE_URL);
  const isLocal = ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
  const findings: CheckFinding[] = [];
  if (protocol === 'http:' && !isLocal)
    findings.push(
      finding.warning(
        'base url',
        `BASE_URL is ${BASE_URL}: cookies and tokens are sent unencrypted.`,
        'Set it to the https address.',
      ),
    );
  if (protocol === 'https:' && TRUST_PROXY === 'off')
    findings.push(
      finding.warning(
        'trust proxy',
        'BASE_URL is https and TRUST_PROXY is off: all requests appear to come from the proxy and share one rate limit.',
        'Set TRUST_PROXY to the number of proxies in front, or to their addresses.',
      ),
    );
  return [finding.ok('settings', 'All settings are valid.'), ...findings];
}
