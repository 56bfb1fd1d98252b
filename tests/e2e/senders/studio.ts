import { createHmac } from 'node:crypto';
import { composeApi } from '@slipway/api';
import { createClient } from '@slipway/client';
import {
  type AssetType,
  getBuildLog,
  getBuildRun,
  getTest,
  investigateBuildRun,
  listAssets,
  listBuildRuns,
  listBuildTests,
  listChanges,
  listDeliveries,
  listDeployments,
  listReferences,
  listWorkspaceEvents,
  type TestStatus,
} from '@slipway/contracts';
import { serve } from '@slipway/http';
import { composeIngest } from '@slipway/ingest';
import { routeTiers } from '@slipway/standalone';
import { eventually, factories, openTestDatabase, testProcess, testProxy } from '@slipway/testing';
import { runWorker } from '@slipway/worker';
import { addSecret } from '../../contract/ingest.js';

/** The service at one address, as senders see it, and a project with its integrations. */
export async function startStudio() {
  const context = await testProcess({ GENERAL_RATE_LIMIT: '1000000' });
  const { settings, onClose } = context;
  const database = openTestDatabase(settings.DATABASE_URL);
  onClose('test database', () => database.close());
  await runWorker(context);
  const draining = () => false;
  const nothing = (_request: unknown, response: { writeHead(status: number): { end(): unknown } }) =>
    void response.writeHead(404).end();
  const tiers = { api: composeApi(context, draining), console: nothing, mcp: nothing, operations: nothing };
  const app = routeTiers({ ...tiers, ingest: await composeIngest(context, draining) });
  const server = await serve(app, { host: '127.0.0.1', port: 0 });
  onClose('server', () => server.close());
  const proxy = await testProxy(`http://127.0.0.1:${server.port}`);
  const host = proxy.url.replace(/\/$/, '');

  const make = factories(database);
  const { accountId, userId } = await make.studio();
  const project = await make.project(accountId, { engine: 'unreal' });
  const { token: apiToken } = await make.apiToken(userId);
  const client = createClient({ baseUrl: `http://127.0.0.1:${server.port}`, token: apiToken });
  const params = { project_id: project.id };
  const integrations = new Map<string, ReturnType<typeof make.integration>>();
  function integrationOf(provider: string) {
    const made = integrations.get(provider) ?? make.integration(project, provider);
    integrations.set(provider, made);
    return made;
  }

  return {
    host,
    proxy,
    apiToken,
    make,
    /** Configures a signing secret, which makes signatures mandatory. */
    async addSecret(provider: string, secret: string): Promise<void> {
      const { id } = await integrationOf(provider);
      await addSecret({ database, settings }, id, secret);
    },
    /** The webhook token of the project's integration with a provider. */
    tokenOf: async (provider: string): Promise<string> => (await integrationOf(provider)).token,
    /** A build, once it has this status. */
    build: (number: string, status: string) =>
      eventually(`build ${number} is ${status}`, async () => {
        const { build_runs } = await client.call(listBuildRuns, { params, query: { limit: 50 } });
        const found = build_runs.find((run) => run.build_number === number && run.status === status);
        return found && client.call(getBuildRun, { params: { ...params, build_run_id: found.id } });
      }),
    /** The first tests of a build, once it has this many. */
    tests: (build_run_id: string, count: number, status?: TestStatus) =>
      eventually(`build ${build_run_id} has ${count} tests`, async () => {
        const query = { limit: 50, status };
        const { summary, tests } = await client.call(listBuildTests, {
          params: { ...params, build_run_id },
          query,
        });
        return summary.total === count && tests.length > 0 ? tests : undefined;
      }),
    test: (test_id: string) => client.call(getTest, { params: { ...params, test_id } }),
    /** The names of the jobs that have a build with this number, in order, once there are this many. */
    jobsOf: (number: string, count: number) =>
      eventually(`${count} builds have the number ${number}`, async () => {
        const { build_runs } = await client.call(listBuildRuns, { params, query: { limit: 50 } });
        const jobs = build_runs.filter((run) => run.build_number === number).map((run) => run.ci_job_name);
        return jobs.length === count ? jobs.toSorted() : undefined;
      }),
    /** The person that the feed names for a build. */
    actorOf: (buildId: string) =>
      eventually(`the feed shows build ${buildId}`, async () => {
        const { events } = await client.call(listWorkspaceEvents, { query: { limit: 50 } });
        return events.find(({ url }) => url.endsWith(`/builds/${buildId}`))?.actor;
      }),
    /** Sends an event as Buildkite's webhooks do. */
    async sendBuildkite(
      secret: string,
      event: Readonly<Record<string, unknown>> & { readonly event: string },
    ): Promise<void> {
      const body = JSON.stringify(event);
      const time = Math.floor(Date.now() / 1000);
      const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
      const { token } = await integrationOf('buildkite');
      const response = await fetch(`${host}/webhooks/buildkite?token=${token}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-buildkite-event': event.event,
          'x-buildkite-signature': `timestamp=${time},signature=${signature}`,
        },
        body,
      });
      if (!response.ok) throw new Error(`Buildkite's event was refused: ${await response.text()}`);
    },
    /** The end of a build's log. */
    log: (build_run_id: string) =>
      client.call(getBuildLog, { params: { ...params, build_run_id }, query: { tail: 2 } }),
    /** A build's whole log. */
    async wholeLog(build_run_id: string): Promise<{ lines: string[]; truncated: boolean }> {
      const lines: string[] = [];
      for (;;) {
        const query = { from_line: lines.length + 1 };
        const part = await client.call(getBuildLog, { params: { ...params, build_run_id }, query });
        lines.push(...part.lines);
        if (lines.length >= part.total_lines) return { lines, truncated: part.truncated };
      }
    },
    /** The finding about a failed build. */
    investigate: (build_run_id: string) =>
      eventually(`build ${build_run_id} is investigated`, async () => {
        const found = await client.call(investigateBuildRun, { params: { ...params, build_run_id } });
        return found.status === 'completed' ? found : undefined;
      }),
    /** A change, once its description is as expected. */
    change: (identifier: string, description: string) =>
      eventually(`change ${identifier} is described`, async () => {
        const { changes } = await client.call(listChanges, { params, query: { identifier } });
        return changes.length === 1 && changes[0]?.description === description ? changes[0] : undefined;
      }),
    asset: (path: string, type?: AssetType) =>
      eventually(`${path} is listed`, async () => {
        const { assets } = await client.call(listAssets, { params, query: { asset_type: type } });
        return assets.find((asset) => asset.path === path);
      }),
    /** A deployment, once it has this status. */
    deployment: (externalId: string, status: string) =>
      eventually(`deployment of ${externalId} is ${status}`, async () => {
        const { deployments } = await client.call(listDeployments, { params, query: {} });
        return deployments.find((each) => each.external_id === externalId && each.status === status);
      }),
    /** The outcomes of a provider's deliveries, newest first, once there are this many. */
    outcomes: (provider: string, count: number) =>
      eventually(`${count} deliveries of ${provider} have an outcome`, async () => {
        const { deliveries } = await client.call(listDeliveries, { params, query: { provider, limit: 50 } });
        return deliveries.length >= count ? deliveries.map(({ outcome }) => outcome) : undefined;
      }),
    reference: (key: string) =>
      eventually(`${key} is listed`, async () => {
        const { references } = await client.call(listReferences, { params, query: { key } });
        return references[0];
      }),
  };
}
