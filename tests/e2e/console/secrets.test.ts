import { describe, expect, it } from '@jest/globals';
import { appSecretsOf, openMaskedValue } from '@slipway/domain';
import { serve } from '@slipway/http';
import { composeIngest } from '@slipway/ingest';
import { eventually } from '@slipway/testing';
import { runWorker } from '@slipway/worker';
import { postWebhook } from '../service.js';
import { serveConsole } from './served-console.js';

const { process, database, make, accountId, project, owner, member, outsider } = await serveConsole();
const { prisma } = database;
await runWorker(process);
const ingest = await serve(await composeIngest(process, () => false), { host: '127.0.0.1', port: 0 });
process.onClose('ingest', () => ingest.close());
const { token } = await make.integration(project, 'jenkins');
const path = `/projects/${project.id}`;
const TOKEN = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789';

const audits = (action: string) => prisma.auditEntry.findMany({ where: { accountId, action } });

/** Reports a build as a CI script does, and waits until the delivery is in the log. */
async function report(body: Record<string, unknown>): Promise<string> {
  const response = await postWebhook(`http://127.0.0.1:${ingest.port}/webhooks/ci?token=${token}`, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ job_name: 'Harbor', status: 'failed', ...body }),
  });
  const { delivery_id: id } = (await response.json()) as { delivery_id: string };
  await eventually(
    'the delivery is in the log',
    async () => (await prisma.delivery.findFirst({ where: { id } })) ?? undefined,
  );
  return id;
}

async function buildOf(buildNumber: string) {
  const build = await prisma.buildRun.findFirstOrThrow({
    where: { projectId: project.id, buildNumber },
    include: { log: true, logPurge: true, investigations: true },
  });
  return { ...build, id: String(build.id) };
}

const wholeLog = async (id: string) =>
  (await member.browser.call('GET', `${path}/builds/${id}/log`)).body.lines as string[];
const delivery = async (id: string) => (await owner.browser.call('GET', `/v1${path}/deliveries/${id}`)).body;

describe('the log of a reported build', () => {
  it('is masked before it is stored, and in the delivery when it is shown', async () => {
    const id = await report({ build_number: '1', log: `push ${TOKEN}\nSTEAM_PASSWORD=hunter2\nTests passed: 3` });
    const build = await buildOf('1');
    expect(build.log?.content).toBe('push [redacted: GitHub token]\nSTEAM_PASSWORD=[redacted]\nTests passed: 3');
    expect(JSON.stringify(await delivery(id))).not.toMatch(/ghp_|hunter2/);
  });
});

describe('/console/api/projects/:project_id/masked_values', () => {
  const VALUE = 'correct horse battery';

  it('masks a value in new logs before they are stored, in stored logs and in deliveries', async () => {
    const before = await report({ build_number: '2', log: `open with ${VALUE}` });
    const { status, body, text } = await owner.browser.call('POST', `${path}/masked_values`, {
      name: 'Vault phrase',
      value: VALUE,
    });
    expect([status, body.masked_values]).toEqual([201, [expect.objectContaining({ name: 'Vault phrase' })]]);
    expect(text).not.toContain('horse');
    expect(await wholeLog((await buildOf('2')).id)).toEqual(['open with [redacted: Vault phrase]']);
    expect((await delivery(before)).body.log).toBe('open with [redacted: Vault phrase]');
    await report({ build_number: '3', log: `again ${VALUE} ${encodeURIComponent(VALUE)}` });
    expect((await buildOf('3')).log?.content).toBe('again [redacted: Vault phrase] [redacted: Vault phrase]');
  });

  it('stores the value encrypted, and records its name but not the value in the audit log', async () => {
    const stored = await prisma.maskedValue.findFirstOrThrow({ where: { projectId: project.id } });
    expect(Buffer.from(stored.ciphertext).toString('latin1')).not.toContain('horse');
    const secrets = appSecretsOf(process.settings);
    expect(openMaskedValue(secrets, project.id, stored.ciphertext)?.secret).toBe(VALUE);
    expect(openMaskedValue(secrets, project.id + 1, stored.ciphertext)).toBeNull();
    const [entry] = await audits('project.add_masked_value');
    expect(entry).toMatchObject({ userId: owner.id, target: 'Vault phrase' });
    expect(JSON.stringify(entry?.detail)).not.toContain('horse');
  });

  it('422 for a duplicate name or value, a value that is too short or long, and one value too many', async () => {
    const add = (name: string, value: string) =>
      owner.browser.call('POST', `${path}/masked_values`, { name, value });
    for (const [name, value] of [
      ['Vault phrase', 'another value'],
      ['Another name', VALUE],
      ['Short', 'abcde'],
      ['Long', 'x'.repeat(513)],
      ['Two lines', 'one line\nand another'],
      ['Brackets]', 'long enough'],
    ] as const)
      expect([name, (await add(name, value)).status]).toEqual([name, 422]);
    const rows = Array.from({ length: 49 }, (_, n) => ({
      projectId: project.id,
      name: `n${n}`,
      ciphertext: new Uint8Array(),
      createdById: owner.id,
      fingerprint: String(n).padStart(64, '0'),
    }));
    await prisma.maskedValue.createMany({ data: rows });
    const full = await add('One more', 'one value more');
    expect([full.status, full.body.message]).toEqual([422, expect.stringContaining('50')]);
    await prisma.maskedValue.deleteMany({ where: { projectId: project.id, name: { startsWith: 'n' } } });
  });

  it('403 for changes by members, 404 for outside users and for values of other projects', async () => {
    const list = `${path}/masked_values`;
    const [{ id }] = (await member.browser.call('GET', list)).body.masked_values;
    expect((await member.browser.call('POST', list, { name: 'X', value: 'abcdef' })).status).toBe(403);
    expect((await member.browser.call('DELETE', `${list}/${id}`)).status).toBe(403);
    expect((await outsider.browser.call('GET', list)).status).toBe(404);
    const other = await make.project(accountId);
    expect((await owner.browser.call('DELETE', `/projects/${other.id}/masked_values/${id}`)).status).toBe(404);
  });

  it('stops masking a value that is removed', async () => {
    const list = `${path}/masked_values`;
    const [{ id }] = (await owner.browser.call('GET', list)).body.masked_values;
    expect((await owner.browser.call('DELETE', `${list}/${id}`)).body.masked_values).toEqual([]);
    expect(await wholeLog((await buildOf('2')).id)).toEqual([`open with ${VALUE}`]);
    expect(await audits('project.remove_masked_value')).toMatchObject([{ target: 'Vault phrase' }]);
  });
});

describe('POST /console/api/projects/:project_id/builds/:build_run_id/purge_log', () => {
  const LOG = 'the launch date is the ninth of May';

  async function purge(id: string) {
    const { status } = await owner.browser.call('POST', `${path}/builds/${id}/purge_log`);
    expect(status).toBe(200);
  }

  const isPurged = (deliveryId: string) =>
    eventually('the log is gone from the delivery', async () => {
      const { body } = await delivery(deliveryId);
      return JSON.stringify(body).includes('ninth') ? undefined : true;
    });

  it('removes the log, quotes from it, and the log in deliveries', async () => {
    const first = await report({ build_number: '10', status: 'building', log: LOG });
    const last = await report({ build_number: '10', log: `${LOG}\nfailed`, changelist: '42' });
    const { id } = await buildOf('10');
    await prisma.investigation.create({
      data: {
        accountId,
        projectId: project.id,
        buildRunId: BigInt(id),
        status: 'completed',
        category: 'test',
        diagnosis: `It says "${LOG}".`,
        suggestedFix: `Remove "${LOG}".`,
        creditsCharged: 0,
        chargedOn: new Date(),
        evidence: [{ line: 1, text: LOG }],
      },
    });
    await purge(id);
    const build = await buildOf('10');
    expect([build.log, build.hasLog]).toEqual([null, false]);
    expect(build.investigations).toMatchObject([
      { category: 'test', diagnosis: expect.not.stringContaining('ninth'), suggestedFix: null, evidence: [] },
    ]);
    expect(await wholeLog(id)).toEqual([]);
    for (const deliveryId of [first, last]) await isPurged(deliveryId);
    expect((await delivery(last)).body).toMatchObject({ job_name: 'Harbor', changelist: '42' });
    const page = (await member.browser.call('GET', `${path}/builds/${id}`)).body;
    expect(page).toMatchObject({ has_log: false, log_purge: { purged_by: expect.any(String) } });
    expect(await audits('build.purge_log')).toMatchObject([{ userId: owner.id, target: 'Harbor #10' }]);
  });

  it('is undone neither by a replay nor by a report received earlier', async () => {
    const id = await report({ build_number: '11', log: LOG });
    const build = await buildOf('11');
    const original = await prisma.delivery.findFirstOrThrow({ where: { id } });
    await purge(build.id);
    await isPurged(id);
    // A replay that was queued before the purge still has the log.
    await prisma.delivery.updateMany({ where: { id }, data: { body: original.body } });
    const { body: replay } = await owner.browser.call('POST', `/v1${path}/deliveries/${id}/replay`, {});
    await eventually(
      'the replay is in the log',
      async () => (await prisma.delivery.findFirst({ where: { id: replay.delivery_id } })) ?? undefined,
    );
    expect(await buildOf('11')).toMatchObject({ log: null, hasLog: false });
    expect(JSON.stringify(await delivery(replay.delivery_id))).not.toContain('ninth');
  });

  it('does not prevent a later report from setting another log', async () => {
    await report({ build_number: '12', log: LOG });
    await purge((await buildOf('12')).id);
    await report({ build_number: '12', log: 'another log', changelist: '1' });
    expect(await buildOf('12')).toMatchObject({ log: { content: 'another log' }, hasLog: true });
  });

  it('stops a running investigation and refunds it', async () => {
    await report({ build_number: '13', log: LOG });
    const { id } = await buildOf('13');
    const investigation = await prisma.investigation.create({
      data: {
        accountId,
        projectId: project.id,
        buildRunId: BigInt(id),
        status: 'running',
        attempts: 1,
        creditsCharged: 3,
        chargedOn: new Date(),
        heartbeatAt: new Date(Date.now() + 3_600_000),
      },
    });
    const { credits } = await prisma.account.findUniqueOrThrow({ where: { id: accountId } });
    await purge(id);
    const ended = await prisma.investigation.findUniqueOrThrow({ where: { id: investigation.id } });
    expect(ended).toMatchObject({ status: 'failed', evidence: [] });
    expect((await prisma.account.findUniqueOrThrow({ where: { id: accountId } })).credits).toBe(credits + 3);
  });

  it('403 for members, 404 for outside users and unknown builds', async () => {
    const { id } = await buildOf('13');
    expect((await member.browser.call('POST', `${path}/builds/${id}/purge_log`)).status).toBe(403);
    expect((await outsider.browser.call('POST', `${path}/builds/${id}/purge_log`)).status).toBe(404);
    expect((await owner.browser.call('POST', `${path}/builds/999999/purge_log`)).status).toBe(404);
  });
});
