import { describe, expect, it } from '@jest/globals';
import type { ConsoleDelivery } from '@slipway/contracts';
import { serve } from '@slipway/http';
import { composeIngest } from '@slipway/ingest';
import { connectFailFast, DeliveryPublisher, waitForConnection } from '@slipway/queue';
import { eventually } from '@slipway/testing';
import { serveConsole } from './served-console.js';

const { database, process, make, accountId, project, owner, member, outsider } = await serveConsole();
const other = await make.project(accountId);
const jenkins = await make.integration(project, 'jenkins');
const perforce = await make.integration(other, 'perforce');
const { buildRunId } = await logBuild();

async function logBuild() {
  const { id } = await database.prisma.buildRun.create({
    data: {
      accountId,
      projectId: project.id,
      integrationId: jenkins.id,
      jobKey: 'harbor',
      jobName: 'harbor',
      buildNumber: '7',
      status: 'completed',
      statusAt: new Date(),
      buildType: 'unreal',
    },
  });
  return { buildRunId: String(id) };
}

const idOf = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const at = (number: number) => new Date(Date.UTC(2026, 10, 10, 0, number));

await database.prisma.delivery.createMany({
  data: Array.from({ length: 6 }, (_, number) => {
    const isBuild = number % 2 === 0;
    return {
      id: idOf(number),
      accountId,
      projectId: isBuild ? project.id : other.id,
      integrationId: isBuild ? jenkins.id : perforce.id,
      provider: isBuild ? 'jenkins' : 'perforce',
      event: isBuild ? 'build_report' : 'changelist_submitted',
      path: '/webhooks/x',
      dedupeKey: String(number),
      outcome: number === 5 ? 'dead' : 'applied',
      touched: isBuild ? [{ kind: 'build_run', id: buildRunId }] : [],
      receivedAt: at(number),
      finishedAt: at(number),
    } as const;
  }),
});

const list = `/accounts/${accountId}/deliveries`;
const read = async (query = '') => {
  const { body } = await member.browser.call('GET', `${list}${query}`);
  return body as {
    deliveries: ConsoleDelivery[];
    pagination: { next_cursor: string | null };
  };
};
const numbers = (deliveries: readonly ConsoleDelivery[]) => deliveries.map(({ id }) => Number(id.slice(-2)));

describe('GET /console/api/accounts/:account_id/deliveries', () => {
  it('merges the projects of the account, newest first, page by page', async () => {
    const first = await read('?limit=4');
    expect(numbers(first.deliveries)).toEqual([5, 4, 3, 2]);
    expect(first.deliveries[1]).toMatchObject({
      project_id: project.id,
      touched: [{ kind: 'build_run', id: buildRunId }],
    });
    const second = await read(`?limit=4&cursor=${first.pagination.next_cursor}`);
    expect([numbers(second.deliveries), second.pagination.next_cursor]).toEqual([[1, 0], null]);
  });

  it('filters by project, provider, outcome and event', async () => {
    expect(numbers((await read(`?project_id=${other.id}`)).deliveries)).toEqual([5, 3, 1]);
    expect(numbers((await read('?provider=jenkins')).deliveries)).toEqual([4, 2, 0]);
    expect(numbers((await read('?outcome=dead,rejected')).deliveries)).toEqual([5]);
    expect(numbers((await read('?event=build_report')).deliveries)).toEqual([4, 2, 0]);
  });

  it('shows nothing of projects in other accounts', async () => {
    const { accountId: foreign } = await make.studio();
    const foreignProject = await make.project(foreign);
    expect((await read(`?project_id=${foreignProject.id}`)).deliveries).toEqual([]);
  });

  it('422: for an unknown outcome; 404: for a user outside the account', async () => {
    expect((await owner.browser.call('GET', `${list}?outcome=lost`)).status).toBe(422);
    expect((await outsider.browser.call('GET', list)).status).toBe(404);
  });
});

describe('GET /console/api/projects/:project_id/deliveries/:delivery_id/touched', () => {
  const path = `/projects/${project.id}/deliveries/${idOf(0)}/touched`;

  it('names the rows and links to their pages', async () => {
    const { body } = await member.browser.call('GET', path);
    expect(body.touched).toEqual([
      {
        kind: 'build_run',
        id: buildRunId,
        label: 'harbor #7',
        status: 'completed',
        url: `/projects/${project.id}/builds/${buildRunId}`,
      },
    ]);
  });

  it('404: for a user outside the account, and for a delivery of another project', async () => {
    expect((await outsider.browser.call('GET', path)).status).toBe(404);
    const foreign = `/projects/${other.id}/deliveries/${idOf(0)}/touched`;
    expect((await owner.browser.call('GET', foreign)).status).toBe(404);
  });
});

describe('a delivery that a sender asks about', () => {
  const locate = async (id: string, by = member) =>
    (await by.browser.call('GET', `/accounts/${accountId}/deliveries/${id}`)).body;

  it('is found in the log of its project', async () => {
    expect(await locate(idOf(1))).toEqual({ place: 'log', project_id: other.id, refusal: null });
  });

  it('is nowhere if its sender had no valid token, and for people outside the account', async () => {
    const nowhere = { place: 'nowhere', project_id: null, refusal: null };
    expect(await locate(idOf(99))).toEqual(nowhere);
    expect(await locate('not an id')).toEqual(nowhere);
    expect(await locate(idOf(1), outsider)).toMatchObject({ error: 'not_found' });
  });

  it('leads to the reason if a request with a valid token was refused, and keeps nothing of other senders', async () => {
    const server = await serve(await composeIngest(process, () => false), { host: '127.0.0.1', port: 0 });
    process.onClose('ingest', () => server.close());
    const refuse = async (token: string, body: string) => {
      const headers = { 'content-type': 'application/json', 'x-webhook-token': token };
      const url = `http://127.0.0.1:${server.port}/webhooks/ci`;
      const response = await fetch(url, { method: 'POST', headers, body });
      return (await response.json()) as { delivery_id: string; error: string; message: string };
    };
    const refused = await refuse(jenkins.token, '{"job_name": "harbor"');
    const located = await eventually('the refusal is remembered', async () => {
      const found = await locate(refused.delivery_id);
      return found.place === 'nowhere' ? undefined : found;
    });
    expect(located).toMatchObject({
      place: 'refused',
      project_id: project.id,
      refusal: { integration_id: jenkins.id, error: refused.error, message: refused.message },
    });
    const { delivery_id: stranger } = await refuse('f'.repeat(64), '{}');
    expect(await locate(stranger)).toMatchObject({ place: 'nowhere' });
    expect(await locate(refused.delivery_id, outsider)).toMatchObject({ error: 'not_found' });
  });

  it('waits in the queue while no worker runs, which the list says', async () => {
    const connection = connectFailFast(process.settings, () => undefined);
    await waitForConnection(connection, 5_000);
    const publisher = new DeliveryPublisher({ connection });
    const id = idOf(50);
    const waiting = { id, accountId, projectId: project.id, integrationId: jenkins.id, provider: 'jenkins' };
    const request = { path: '/webhooks/ci', event: 'build_report', key: id, keyWindowMs: null, body: '{}' };
    await publisher.enqueue([{ ...waiting, ...request, receivedAt: at(9).getTime() }]);
    const list = async (query = '') =>
      (await member.browser.call('GET', `/accounts/${accountId}/waiting_deliveries${query}`)).body;
    expect(await list()).toEqual({
      count: 1,
      is_exact: true,
      deliveries: [
        {
          id,
          project_id: project.id,
          provider: 'jenkins',
          event: 'build_report',
          received_at: at(9).toISOString(),
        },
      ],
    });
    expect((await list(`?project_id=${other.id}`)).count).toBe(0);
    expect(await locate(id)).toEqual({ place: 'queue', project_id: project.id, refusal: null });
    await publisher.close();
    connection.disconnect();
  });
});
