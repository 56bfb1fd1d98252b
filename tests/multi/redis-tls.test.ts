import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';
import { ownPort, redisServers } from '@slipway/local';
import { connectFailFast, pingRedis, type RedisSettings } from '@slipway/queue';
import { eventually, testProcess } from '@slipway/testing';
import { ingestProcesses } from '../faults/ingest-process.js';
import { workerProcesses } from '../faults/worker-process.js';
import { buildReports } from './build-reports.js';

const run = promisify(execFile);
const PASSWORD = 'tls-password';

const files = await mkdtemp(join(tmpdir(), 'slipway-tls-'));
const file = (name: string) => join(files, name);

/** Creates a key and a certificate signed by the authority; without an authority, the certificate of a new one. */
async function certify(name: string, authority?: string): Promise<void> {
  const subject = ['-subj', `/CN=${name}`, '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const output = ['-keyout', file(`${name}.key`), '-out', file(`${name}.crt`), '-days', '2'];
  const signer = authority && ['-CA', file(`${authority}.crt`), '-CAkey', file(`${authority}.key`)];
  const names = ['-addext', 'subjectAltName=IP:127.0.0.1', '-addext', 'basicConstraints=critical,CA:FALSE'];
  await run('openssl', ['req', '-x509', ...subject, ...output, ...(signer ? [...signer, ...names] : [])]);
}

await certify('authority');
await certify('stranger');
await certify('server', 'authority');
await certify('client', 'authority');

const servers = await redisServers();
const lines = [
  `requirepass ${PASSWORD}`,
  `tls-cert-file ${file('server.crt')}`,
  `tls-key-file ${file('server.key')}`,
  `tls-ca-cert-file ${file('authority.crt')}`,
  'tls-auth-clients yes',
  'appendonly yes',
];
const server = await servers.start({ password: PASSWORD, tls: true, lines });
const trusted = {
  REDIS_URL: `rediss://:${PASSWORD}@127.0.0.1:${server.port}`,
  REDIS_TLS_CA_FILE: file('authority.crt'),
  REDIS_TLS_CERT_FILE: file('client.crt'),
  REDIS_TLS_KEY_FILE: file('client.key'),
};
const context = await testProcess(trusted);
context.onClose('redis', async () => {
  await servers.stop();
  await rm(files, { recursive: true });
});
const reports = await buildReports(context);
const [ingest, workers] = [ingestProcesses(context.settings), workerProcesses(context.settings)];

/** Resolves with `works`, or why a certificate is refused. On a busy machine this may take several attempts. */
async function connecting(settings: RedisSettings): Promise<string> {
  const problems: string[] = [];
  const redis = connectFailFast(settings, (problem) => problem && problems.push(problem.message));
  const outcome = async () => {
    const works = await pingRedis(redis).then(
      () => 'works',
      () => undefined,
    );
    return works ?? problems.find((problem) => problem.includes('certificate'));
  };
  return eventually('the connection works, or is refused', outcome, 30_000).finally(() => redis.disconnect());
}

it('accepts and applies deliveries over TLS, with a client certificate', async () => {
  const [instance] = [await ingest.start(), await workers.start()];
  await reports.warmUp(instance);
  await reports.send(instance, 20);
  await reports.expectAppliedOnce();
}, 120_000);

it('does not connect to a server whose certificate the authority did not sign', async () => {
  expect(await connecting(trusted)).toBe('works');
  expect(await connecting({ ...trusted, REDIS_TLS_CA_FILE: file('stranger.crt') })).toMatch(/certificate/);
  expect(await connecting({ REDIS_URL: trusted.REDIS_URL })).toMatch(/certificate/);
}, 100_000);

it('connects over TLS to a cluster and to Sentinels', async () => {
  const member = await servers.start({
    password: PASSWORD,
    tls: true,
    lines: [
      ...lines,
      'cluster-enabled yes',
      'tls-cluster yes',
      'cluster-announce-ip 127.0.0.1',
      `cluster-port ${await ownPort()}`,
    ],
  });
  const sentinel = await servers.start({
    password: '',
    tls: true,
    sentinel: true,
    lines: [
      ...lines.filter((line) => line.startsWith('tls-')),
      'tls-replication yes',
      `sentinel monitor group 127.0.0.1 ${server.port} 1`,
      `sentinel auth-pass group ${PASSWORD}`,
    ],
  });
  const at = (port: number) => `:${PASSWORD}@127.0.0.1:${port}`;
  const first = connectFailFast({ ...trusted, REDIS_URL: `rediss://${at(member.port)}` }, () => undefined);
  await eventually('all slots are assigned', async () => {
    // Refused if an earlier attempt was applied after it had timed out here.
    await first.call('CLUSTER', 'ADDSLOTSRANGE', '0', '16383').catch(() => undefined);
    const state = await first.call('CLUSTER', 'INFO').catch(() => undefined);
    return String(state).includes('cluster_slots_assigned:16384') ? true : undefined;
  });
  first.disconnect();
  for (const REDIS_URL of [
    `rediss+cluster://${at(member.port)}`,
    `rediss+sentinel://${at(sentinel.port)}/group`,
  ]) {
    expect(await connecting({ ...trusted, REDIS_URL })).toBe('works');
  }
}, 100_000);
