import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { ConsoleIntegrationDetail } from '@slipway/contracts';
import { providers } from '@slipway/providers';
import { signers } from '@slipway/providers/signers';
import { eventually } from '@slipway/testing';
import { serveIntegrations } from './served-integrations.js';

const { baseUrl, process, database, accountId, owner, member, outsider, list, add, audited } =
  await serveIntegrations({ WEBHOOK_AUTH_FAILURE_LIMIT: '100000' });
const { prisma } = database;

const DAY_MS = 24 * 60 * 60_000;
const CLOSED = new Date('2026-01-01T00:00:00Z');

/** An Asana integration whose handshake window is closed. */
async function addClosed(name = 'Asana marketing') {
  const { integration, token } = await add('asana', { name });
  const { id } = integration;
  await prisma.integration.update({ where: { id }, data: { handshakeOpenUntil: CLOSED } });
  const shake = async (secret: string) => {
    const headers = { 'x-hook-secret': secret };
    return (await fetch(`${baseUrl}/webhooks/asana?token=${token}`, { method: 'POST', headers, body: '{}' }))
      .status;
  };
  return { id, path: `${list}/${id}`, shake };
}

describe('POST /console/api/projects/:project_id/integrations/:integration_id/handshake_window', () => {
  it('lets a tool register its secret for 24 hours, which the audit log records', async () => {
    const { path, shake } = await addClosed();
    const shown = (await owner.browser.call('GET', path)).body as ConsoleIntegrationDetail;
    expect(shown.handshake_open_until).toBe(CLOSED.toISOString());
    expect(await shake('a-hook-secret')).toBe(401);
    const before = Date.now();
    const { status, body } = await owner.browser.call('POST', `${path}/handshake_window`);
    const openedAt = Date.parse(body.handshake_open_until) - DAY_MS;
    expect([status, openedAt >= before - 1, openedAt <= Date.now() + 1]).toEqual([200, true, true]);
    await eventually('it is open', async () => ((await shake('a-hook-secret')) === 200 ? true : undefined));
    const [entry] = await audited('integration.open_handshake');
    expect(entry).toMatchObject({ userId: owner.id, target: 'Asana marketing' });
  });

  it('never shortens an open window', async () => {
    const { id, path } = await addClosed();
    const handshakeOpenUntil = new Date('2100-01-01T00:00:00Z');
    await prisma.integration.update({ where: { id }, data: { handshakeOpenUntil } });
    const { body } = await owner.browser.call('POST', `${path}/handshake_window`);
    expect(body.handshake_open_until).toBe(handshakeOpenUntil.toISOString());
  });

  it('403: for members; 404: for a user outside the account; 422: for a tool without such handshakes', async () => {
    const { path, shake } = await addClosed();
    expect((await member.browser.call('POST', `${path}/handshake_window`)).status).toBe(403);
    expect((await outsider.browser.call('POST', `${path}/handshake_window`)).status).toBe(404);
    expect(await shake('a-hook-secret')).toBe(401);
    const { integration } = await add('github');
    expect(integration.handshake_open_until).toBeNull();
    const refused = await owner.browser.call('POST', `${list}/${integration.id}/handshake_window`);
    expect(refused.status).toBe(422);
  });

  it('leads to one audit entry and one mail per owner for each secret', async () => {
    const { id, path, shake } = await addClosed('Asana of the launch');
    await owner.browser.call('POST', `${path}/handshake_window`);
    for (const secret of ['canary-one', 'canary-two'])
      await eventually('it is accepted', async () => ((await shake(secret)) === 200 ? true : undefined));
    const log = await owner.browser.call('GET', `/accounts/${accountId}/audit_log?action=integration.handshake`);
    const entries = log.body.entries.filter((entry: { target: string }) => entry.target === 'Asana of the launch');
    const entry = { user_id: null, user_name: '', words: 'Registered a signing secret by handshake' };
    expect(entries).toMatchObject([entry, entry]);
    const folder = join(process.settings.DATA_DIR, 'mail');
    const mails = await eventually('both mails are sent', async () => {
      const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.eml'));
      const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
      const found = texts.filter((text) => text.includes('Subject: New signing secret for Asana of the launch'));
      return found.length >= 2 ? found : undefined;
    });
    expect(mails).toHaveLength(2);
    const { email } = await prisma.user.findUniqueOrThrow({ where: { id: owner.id } });
    for (const mail of mails) {
      const text = mail.replace(/=\r?\n/g, '');
      expect(text).toContain(`To: ${email}`);
      expect(text).toContain('A handshake registered a new signing secret for Asana of the launch.');
      expect(text).toContain(`${baseUrl}/projects/`);
      expect(text).toContain(`/integrations/${id}`);
    }
    expect(JSON.stringify([log.body, mails, process.logLines])).not.toContain('canary');
  });
});

describe('the signatures of an integration', () => {
  it('can be required even without a secret; the change is audited and takes effect at once', async () => {
    const { integration, token } = await add('github');
    const path = `${list}/${integration.id}`;
    expect(integration).toMatchObject({ require_signatures: false, signature_tolerance_minutes: null });
    let pings = 0;
    const send = async (secret?: string) => {
      pings += 1;
      const body = JSON.stringify({ zen: 'x', hook_id: pings });
      const signature = secret === undefined ? {} : signers.github.sign({ body, secret, now: Date.now() });
      const headers = { 'content-type': 'application/json', 'x-github-event': 'ping', ...signature };
      return (await fetch(`${baseUrl}/webhooks/github?token=${token}`, { method: 'POST', headers, body })).status;
    };
    expect(await send()).toBe(200);
    const { body } = await owner.browser.call('PATCH', path, { require_signatures: true });
    expect(body).toMatchObject({ require_signatures: true, is_signed: true });
    await eventually('it is required', async () => ((await send()) === 401 ? true : undefined));
    const test = await owner.browser.call('POST', `${path}/test_event`);
    expect(test.body).toMatchObject({ status: 401, signed: false });
    await owner.browser.call('POST', `${path}/secret`, { secret: 'a-long-secret', overlap: 'none' });
    await eventually('signed ones are accepted', async () =>
      (await send('a-long-secret')) === 200 ? true : undefined,
    );
    expect(await send()).toBe(401);
    const [entry] = await audited('integration.update');
    expect(entry?.detail).toEqual({ integration_id: integration.id, require_signatures: true });
  });

  it.each(providers.map(({ id }) => id))(
    'are shown as enforced exactly where an unsigned request is refused: %s',
    async (provider) => {
      const { integration, token } = await add(provider);
      const path = `${list}/${integration.id}`;
      /** The addresses that accept a request without a signature. */
      const unsigned = async () => {
        const accepted: string[] = [];
        for (const address of integration.addresses) {
          const answer = await fetch(`${address}?token=${token}`, { method: 'POST', body: '{}' });
          const { error } = (await answer.json()) as { readonly error?: string };
          if (error !== 'invalid_signature') accepted.push(address);
        }
        return accepted;
      };
      const expectShown = async () => {
        const { body } = await owner.browser.call('GET', path);
        await eventually('ingest knows the setting', async () =>
          String(await unsigned()) === String(body.unsigned_addresses) ? true : undefined,
        );
        const { body: shown } = await owner.browser.call('GET', list);
        const [row] = shown.integrations.filter(({ id }: { readonly id: number }) => id === integration.id);
        expect([body.is_signed, row.is_signed]).toEqual(Array(2).fill(body.unsigned_addresses.length === 0));
      };
      await expectShown();
      if (integration.signature === 'none') return;
      await owner.browser.call('PATCH', path, { require_signatures: true });
      await expectShown();
      await owner.browser.call('PATCH', path, { require_signatures: false });
      await owner.browser.call('POST', `${path}/secret`, { secret: 'a-long-secret', overlap: 'none' });
      await expectShown();
    },
  );

  it('have a tolerance, five minutes by default, if they contain a time', async () => {
    const { integration } = await add('linear');
    const path = `${list}/${integration.id}`;
    expect(integration.signature_tolerance_minutes).toBe(5);
    const { body } = await owner.browser.call('PATCH', path, { signature_tolerance_minutes: 10 });
    expect(body.signature_tolerance_minutes).toBe(10);
    for (const minutes of [0, 61, 1.5, '10', null]) {
      const refused = await owner.browser.call('PATCH', path, { signature_tolerance_minutes: minutes });
      expect([minutes, refused.status]).toEqual([minutes, 422]);
    }
    expect((await member.browser.call('PATCH', path, { require_signatures: true })).status).toBe(403);
  });

  it('422: cannot be required from a tool that does not sign, nor have a tolerance without a time', async () => {
    const [perforce, github] = [await add('perforce'), await add('github')];
    const patch = async (id: number, edit: object) =>
      (await owner.browser.call('PATCH', `${list}/${id}`, edit)).status;
    expect(await patch(perforce.integration.id, { require_signatures: true })).toBe(422);
    expect(await patch(perforce.integration.id, { require_signatures: false })).toBe(200);
    expect(await patch(github.integration.id, { signature_tolerance_minutes: 10 })).toBe(422);
  });
});
