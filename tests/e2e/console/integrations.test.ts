import { describe, expect, it } from '@jest/globals';
import type { ConsoleIntegrationDetail } from '@slipway/contracts';
import { type Provider, providers } from '@slipway/providers';
import { signerOf, signers } from '@slipway/providers/signers';
import { eventually } from '@slipway/testing';
import { type Created, serveIntegrations } from './served-integrations.js';

const served = await serveIntegrations();
const { baseUrl, process, database, owner, member, outsider, list, add, audited } = served;
const { prisma } = database;

const DAY_MS = 24 * 60 * 60_000;

let builds = 0;
/** Reports a build, as a job would. */
async function report(token: string): Promise<number> {
  builds += 1;
  const { status } = await fetch(`${baseUrl}/webhooks/jenkins`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-webhook-token': token },
    body: JSON.stringify({ job_name: 'harbor', build_number: builds, status: 'SUCCESS' }),
  });
  return status;
}

describe('POST /console/api/projects/:project_id/integrations', () => {
  it('creates a working URL and token, shows the token once, and stores only its hash', async () => {
    const { integration, token, secret } = await add('jenkins');
    expect(integration).toMatchObject({ provider: 'jenkins', active: true, is_signed: false, last_event: null });
    expect(integration.addresses).toContain(`${baseUrl}/webhooks/jenkins`);
    expect([token, secret]).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), null]);
    expect(await report(token)).toBe(200);
    const shown = await owner.browser.call('GET', `${list}/${integration.id}`);
    expect(JSON.stringify(shown.body)).not.toContain(token);
    expect(JSON.stringify(await prisma.integration.findUnique({ where: { id: integration.id } }))).not.toContain(
      token,
    );
    expect(process.logLines.join('')).not.toContain(token);
    const [entry] = await audited('integration.create');
    expect(entry).toMatchObject({ userId: owner.id, target: 'My jenkins' });
    expect(JSON.stringify(entry?.detail)).not.toContain(token);
  });

  it('also creates a secret, which requests must then be signed with', async () => {
    const { integration, token, secret } = await add('github', { with_secret: true });
    expect(integration).toMatchObject({ is_signed: true, signature: 'optional' });
    const body = JSON.stringify({ zen: 'x', hook_id: 1 });
    const send = (headers: Record<string, string>) =>
      fetch(`${baseUrl}/webhooks/github?token=${token}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-github-event': 'ping', ...headers },
        body,
      });
    expect((await send({})).status).toBe(401);
    const signature = signers.github.sign({ body, secret: secret ?? '', now: Date.now() });
    expect((await send(signature)).status).toBe(200);
  });

  it('422: for an unknown provider', async () => {
    const { status, body } = await owner.browser.call('POST', list, { provider: 'svn', name: 'SVN' });
    expect([status, body.details]).toMatchObject([422, [{ path: 'provider' }]]);
  });

  it('403: for members, who can only read; 404: for a user outside the account', async () => {
    const fields = { provider: 'github', name: 'GitHub' };
    const refused = await member.browser.call('POST', list, fields);
    expect([refused.status, refused.body.error]).toEqual([403, 'owner_required']);
    expect((await outsider.browser.call('POST', list, fields)).status).toBe(404);
    expect((await member.browser.call('GET', list)).status).toBe(200);
    expect((await outsider.browser.call('GET', list)).status).toBe(404);
  });
});

describe('a change whose response cannot be sent', () => {
  /** Makes reads of an integration's last deliveries fail while `work` runs. */
  async function withoutDeliveries(work: () => Promise<void>): Promise<void> {
    await prisma.$executeRaw`ALTER TABLE deliveries RENAME TO deliveries_away`;
    await work().finally(() => prisma.$executeRaw`ALTER TABLE deliveries_away RENAME TO deliveries`);
  }

  it('is not made: no integration remains whose token no one has seen', async () => {
    await withoutDeliveries(async () => {
      const { status } = await owner.browser.call('POST', list, { provider: 'jenkins', name: 'Never shown' });
      expect(status).toBe(500);
    });
    expect(await prisma.integration.count({ where: { name: 'Never shown' } })).toBe(0);
  });

  it('is not made: the tool’s current token still works', async () => {
    const { integration, token } = await add('jenkins');
    const path = `${list}/${integration.id}`;
    await withoutDeliveries(async () => {
      const { status } = await owner.browser.call('POST', `${path}/token`, { overlap: 'none' });
      expect(status).toBe(500);
    });
    expect(await report(token)).toBe(200);
  });
});

describe('a new token', () => {
  it('works at once, and the old one works until the overlap ends', async () => {
    const { integration, token } = await add('jenkins');
    const path = `${list}/${integration.id}`;
    expect(await report(token)).toBe(200);
    const rotated = await owner.browser.call('POST', `${path}/token`, { overlap: '1h' });
    const next = rotated.body as { token: string; integration: ConsoleIntegrationDetail };
    expect(next.integration.token_prefix).toBe(next.token.slice(0, 8));
    const [until = ''] = next.integration.previous_tokens_until;
    expect(new Date(until).getTime()).toBeGreaterThan(Date.now() + 3_500_000);
    expect([await report(token), await report(next.token)]).toEqual([200, 200]);
    await prisma.integration.update({
      where: { id: integration.id },
      data: { previousTokenUntil: new Date(Date.now() + 300) },
    });
    await eventually('the old token has ended', async () => ((await report(token)) === 404 ? true : undefined));
    expect(await report(next.token)).toBe(200);
    expect(await audited('integration.rotate_token')).toMatchObject([{ detail: { overlap: '1h' } }]);
  });

  it('can end the old one at once, during the rotation or later', async () => {
    const { integration, token } = await add('jenkins');
    const path = `${list}/${integration.id}`;
    const rotate = async (overlap: string) =>
      ((await owner.browser.call('POST', `${path}/token`, { overlap })).body as { token: string }).token;
    const second = await rotate('none');
    await eventually('the first token has ended', async () => ((await report(token)) === 404 ? true : undefined));
    const third = await rotate('7d');
    expect([await report(second), await report(third)]).toEqual([200, 200]);
    expect((await owner.browser.call('DELETE', `${path}/token/previous`)).status).toBe(200);
    await eventually('the second has ended', async () => ((await report(second)) === 404 ? true : undefined));
    expect(await report(third)).toBe(200);
  });

  it('leaves every token that was replaced before it the time that was chosen then', async () => {
    const { integration, token: first } = await add('jenkins');
    const path = `${list}/${integration.id}`;
    const rotate = async (overlap: string) =>
      (await owner.browser.call('POST', `${path}/token`, { overlap })).body as Created;
    const { token: second } = await rotate('7d');
    const { token: third } = await rotate('1h');
    const { token: fourth, integration: shown } = await rotate('24h');
    const days = shown.previous_tokens_until.map((until) => (Date.parse(until) - Date.now()) / DAY_MS);
    expect(days).toEqual([expect.closeTo(1 / 24, 1), expect.closeTo(1, 1), expect.closeTo(7, 1)]);
    for (const token of [first, second, third, fourth]) expect(await report(token)).toBe(200);
    const { token: fifth } = await rotate('none');
    await eventually('the replaced token has ended', async () =>
      (await report(fourth)) === 404 ? true : undefined,
    );
    for (const token of [first, second, third, fifth]) expect(await report(token)).toBe(200);
    await prisma.earlierToken.updateMany({
      where: { integrationId: integration.id },
      data: { until: new Date(Date.now() - 1) },
    });
    await owner.browser.call('PATCH', path, { name: 'Renamed' });
    await eventually('the first tokens have ended', async () =>
      (await report(first)) === 404 ? true : undefined,
    );
    expect([await report(second), await report(third)]).toEqual([404, 200]);
    await owner.browser.call('DELETE', `${path}/token/previous`);
    await eventually('all but the current have ended', async () =>
      (await report(third)) === 404 ? true : undefined,
    );
    expect(await report(fifth)).toBe(200);
  });

  it('works even if several owners rotate at once', async () => {
    const { integration } = await add('jenkins');
    const path = `${list}/${integration.id}/token`;
    const rotate = () => owner.browser.call('POST', path, { overlap: '1h' });
    const rotated = await Promise.all([rotate(), rotate(), rotate()]);
    for (const { body } of rotated) expect(await report((body as Created).token)).toBe(200);
  });

  it('422: with an unsupported overlap', async () => {
    const { integration } = await add('jenkins');
    const answer = await owner.browser.call('POST', `${list}/${integration.id}/token`, { overlap: '2h' });
    expect(answer.status).toBe(422);
  });
});

describe('a new signing secret', () => {
  it('is accepted beside the old one until that is retired', async () => {
    const { integration, token, secret: first } = await add('jira', { with_secret: true });
    const path = `${list}/${integration.id}`;
    let sent = 0;
    const send = async (secret: string) => {
      sent += 1;
      const body = JSON.stringify({ timestamp: sent, webhookEvent: 'sprint_started', sprint: { id: sent } });
      const headers = {
        'content-type': 'application/json',
        ...signers.jira.sign({ body, secret, now: Date.now() }),
      };
      return (await fetch(`${baseUrl}/webhooks/jira?token=${token}`, { method: 'POST', headers, body })).status;
    };
    const rotated = await owner.browser.call('POST', `${path}/secret`, { overlap: '24h' });
    const second = rotated.body as { secret: string; integration: ConsoleIntegrationDetail };
    expect(second.integration.secrets).toHaveLength(2);
    expect([await send(first ?? ''), await send(second.secret)]).toEqual([200, 200]);
    await prisma.integrationSecret.updateMany({
      where: { integrationId: integration.id, retiredAt: { not: null } },
      data: { retiredAt: new Date(Date.now() + 300) },
    });
    await eventually('the old secret has ended', async () =>
      (await send(first ?? '')) === 401 ? true : undefined,
    );
    expect(await send(second.secret)).toBe(200);
    const pasted = await owner.browser.call('POST', `${path}/secret`, {
      secret: 'from-the-tool',
      overlap: 'none',
    });
    expect(pasted.body.secret).toBeNull();
    await eventually('the pasted secret counts', async () =>
      (await send('from-the-tool')) === 200 ? true : undefined,
    );
    expect(await send(second.secret)).toBe(401);
    const details = (await audited('integration.rotate_secret')).map(({ detail }) => detail);
    expect(JSON.stringify(details)).not.toContain('from-the-tool');
  });

  it('leaves every secret that was replaced before it the time that was chosen then, unless an owner ends it', async () => {
    const { integration } = await add('jira', { with_secret: true });
    const path = `${list}/${integration.id}`;
    const rotate = async (overlap: string) =>
      ((await owner.browser.call('POST', `${path}/secret`, { overlap })).body as Created).integration.secrets;
    const ends = (secrets: ConsoleIntegrationDetail['secrets']) =>
      secrets.flatMap(({ retires_at: at }) => (at === null ? [] : [(Date.parse(at) - Date.now()) / DAY_MS]));
    await rotate('7d');
    expect(ends(await rotate('1h'))).toEqual([expect.closeTo(1 / 24, 1), expect.closeTo(7, 1)]);
    expect(ends(await rotate('none'))).toHaveLength(2);
    const ended = await owner.browser.call('DELETE', `${path}/secret/previous`);
    expect((ended.body as ConsoleIntegrationDetail).secrets).toMatchObject([{ retires_at: null }]);
  });

  it('422: for a tool that does not sign', async () => {
    const { integration } = await add('perforce');
    const answer = await owner.browser.call('POST', `${list}/${integration.id}/secret`, { overlap: 'none' });
    expect(answer.status).toBe(422);
  });
});

describe('a test event', () => {
  const signing = providers.filter(({ id, secretByHandshake }: Provider) => signerOf(id) && !secretByHandshake);

  it.each(signing.map(({ id }) => id))('of %s is signed, accepted and logged', async (provider) => {
    const { integration } = await add(provider);
    const path = `${list}/${integration.id}`;
    const secret = { secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', overlap: 'none' };
    await owner.browser.call('POST', `${path}/secret`, secret);
    const { body } = await owner.browser.call('POST', `${path}/test_event`);
    expect(body).toMatchObject({ status: 200, signed: true });
    await eventually('it is logged', async () => {
      const { last_event: last } = (await owner.browser.call('GET', path)).body as ConsoleIntegrationDetail;
      return last?.id === body.delivery_id ? true : undefined;
    });
    expect(await prisma.integration.findUnique({ where: { id: integration.id } })).toMatchObject({
      testTokenHash: null,
    });
  });

  it('shows the error that the tool would get', async () => {
    const { integration } = await add('jenkins');
    const path = `${list}/${integration.id}`;
    await owner.browser.call('PATCH', path, { active: false });
    const { body } = await owner.browser.call('POST', `${path}/test_event`);
    expect(body).toMatchObject({ status: 404, delivery_id: null });
    expect(body.message).toMatch(/active/);
  });
});

describe('PATCH and DELETE /console/api/projects/:project_id/integrations/:integration_id', () => {
  it('pause at once, and resume', async () => {
    const { integration, token } = await add('jenkins');
    const path = `${list}/${integration.id}`;
    await owner.browser.call('PATCH', path, { active: false, name: 'Farm' });
    await eventually('it is paused', async () => ((await report(token)) === 404 ? true : undefined));
    await owner.browser.call('PATCH', path, { active: true });
    await eventually('it is resumed', async () => ((await report(token)) === 200 ? true : undefined));
    expect((await owner.browser.call('GET', path)).body.name).toBe('Farm');
  });

  it('delete an integration and refuse its token, but not for members or users outside the account', async () => {
    const { integration, token } = await add('jenkins');
    const path = `${list}/${integration.id}`;
    expect((await member.browser.call('DELETE', path)).status).toBe(403);
    expect((await outsider.browser.call('DELETE', path)).status).toBe(404);
    expect((await owner.browser.call('DELETE', path)).status).toBe(200);
    await eventually('its token has ended', async () => ((await report(token)) === 404 ? true : undefined));
    expect((await owner.browser.call('GET', path)).status).toBe(404);
    expect(await audited('integration.delete')).toMatchObject([{ target: 'My jenkins' }]);
  });
});
