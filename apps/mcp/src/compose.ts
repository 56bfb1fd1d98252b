import { callerAddressHeader, type Express } from '@slipway/http';
import { type Metrics, type ProcessContext, type Settings, SettingsError, type Tracing } from '@slipway/runtime';
import { createAccessLookup } from './access.js';
import { createApp } from './app.js';
import { createMcpRoute } from './mcp-route.js';
import { readSwitch, readToolsets, type Selection, UnknownToolsetError } from './toolsets.js';

const HEALTH_TIMEOUT_MS = 1_000;
const CALL_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300];

/** Composes the assistant-protocol server. It uses only the API and makes every call with the caller's token. */
export function composeMcp(
  context: ProcessContext,
  isDraining: () => boolean,
  apiUrl = context.settings.API_URL,
): Express {
  const { settings, logger, metrics, tracing, onClose } = context;
  const route = createMcpRoute({
    logger,
    apiUrl,
    baseUrl: settings.BASE_URL,
    selection: readSelection(settings),
    access: createAccessLookup(),
    // If this process and the API have different secrets, the API trusts these headers only according to TRUST_PROXY.
    callerHeaders: (address) => ({
      'x-forwarded-for': address,
      ...callerAddressHeader([settings.APP_SECRET], address),
      ...traceHeader(tracing),
    }),
    isDraining,
    recordCall: callRecorder(metrics, tracing),
  });
  onClose('mcp exchanges', () => route.close());
  return createApp({
    logger,
    baseUrl: settings.BASE_URL,
    trustProxy: settings.TRUST_PROXY,
    observed: { tier: 'mcp', metrics, tracing },
    isDraining,
    route,
    checks: { api: () => checkApi(apiUrl) },
  });
}

/** Lets the API continue the trace of a tool call. */
function traceHeader(tracing: Tracing | null): Readonly<Record<string, string>> {
  const traceparent = tracing?.current()?.traceparent;
  return traceparent === undefined ? {} : { traceparent };
}

function readSelection({ MCP_TOOLSETS, MCP_READ_ONLY }: Settings): Selection {
  try {
    return { toolsets: readToolsets(MCP_TOOLSETS), readOnly: readSwitch(MCP_READ_ONLY) };
  } catch (error) {
    if (!(error instanceof UnknownToolsetError)) throw error;
    throw new SettingsError([`MCP_TOOLSETS: ${error.message}`], { cause: error });
  }
}

function callRecorder(metrics: Metrics, tracing: Tracing | null) {
  const calls = metrics.counter('mcp_tool_calls_total', 'Tool calls by outcome', ['tool', 'outcome']);
  const seconds = metrics.latency('mcp_tool_seconds', 'How long tool calls took', CALL_SECONDS, ['tool']);
  return (tool: string, outcome: 'ok' | 'error', duration: number) => {
    calls.inc({ tool, outcome });
    seconds.observe({ tool }, duration, tracing?.current()?.sampledTraceId);
  };
}

async function checkApi(apiUrl: string): Promise<void> {
  const response = await fetch(`${apiUrl}/healthz`, { signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS) });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`the API answered ${response.status}`);
}
