import type { RequestListener } from 'node:http';
import { composeApi } from '@slipway/api';
import { composeConsole } from '@slipway/console';
import { serve } from '@slipway/http';
import { composeIngest } from '@slipway/ingest';
import { composeMcp } from '@slipway/mcp';
import { failureReporter, type ProcessContext } from '@slipway/runtime';
import { runWorker } from '@slipway/worker';

type Tier = 'ingest' | 'api' | 'console' | 'mcp';

/** Composes every tier in one process. The API has its own address, which the MCP server calls. */
export async function composeTiers(context: ProcessContext): Promise<Readonly<Record<Tier, RequestListener>>> {
  const draining = () => false;
  const api = composeApi(context, draining);
  return {
    api,
    ingest: await composeIngest(context, draining),
    console: composeConsole(context, draining),
    mcp: composeMcp(context, draining, await listen(api, context)),
  };
}

/** Starts every tier on a free port, and a worker. They share the process's metrics. */
export async function startTiers(context: ProcessContext): Promise<Readonly<Record<Tier, string>>> {
  await runWorker(context);
  const { ingest, api, console, mcp } = await composeTiers(context);
  return {
    ingest: await listen(ingest, context),
    api: await listen(api, context),
    console: await listen(console, context),
    mcp: await listen(mcp, context),
  };
}

async function listen(app: RequestListener, context: ProcessContext): Promise<string> {
  const server = await serve(app, { host: '127.0.0.1', port: 0, report: failureReporter(context) });
  context.onClose('server', () => server.close());
  return `http://127.0.0.1:${server.port}`;
}
