import { expect } from '@jest/globals';
import type { ConsoleIntegrationDetail } from '@slipway/contracts';
import { serve } from '@slipway/http';
import { composeIngest } from '@slipway/ingest';
import { freePort } from '@slipway/local';
import { runWorker } from '@slipway/worker';
import { type ServedConsole, serveConsole } from './served-console.js';

/** A new integration, with the credentials that are shown only once. */
export interface Created {
  readonly integration: ConsoleIntegrationDetail;
  readonly token: string;
  readonly secret: string | null;
}

/** The console with an ingest at its BASE_URL and a worker. */
export interface ServedIntegrations extends ServedConsole {
  readonly baseUrl: string;
  /** The path of the project's integrations, under `/console/api`. */
  readonly list: string;
  /** Adds an integration, as an owner does. */
  add(provider: string, fields?: object): Promise<Created>;
  /** The audit entries of an action in the project, oldest first. */
  audited(action: string): ReturnType<ServedConsole['database']['prisma']['auditEntry']['findMany']>;
}

/** Await it at the top level of a test file. */
export async function serveIntegrations(env: Readonly<Record<string, string>> = {}): Promise<ServedIntegrations> {
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const served = await serveConsole({ BASE_URL: baseUrl, ...env });
  const { process, database, project, owner } = served;
  const ingest = await serve(await composeIngest(process, () => false), { host: '127.0.0.1', port });
  process.onClose('ingest', () => ingest.close());
  await runWorker(process);
  const list = `/projects/${project.id}/integrations`;
  return {
    ...served,
    baseUrl,
    list,
    async add(provider, fields = {}) {
      const answer = await owner.browser.call('POST', list, { provider, name: `My ${provider}`, ...fields });
      expect(answer.status).toBe(201);
      return answer.body as Created;
    },
    audited: (action) =>
      database.prisma.auditEntry.findMany({ where: { action, projectId: project.id }, orderBy: { id: 'asc' } }),
  };
}
