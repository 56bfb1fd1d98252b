import type { Client } from '@slipway/client';
import { type BuildLog, getBuildLog, MAX_LOG_LINES } from '@slipway/contracts';
import type { BuildPath } from './find-build.js';

interface LogRequest {
  readonly params: BuildPath;
  readonly fromLine?: number | undefined;
  /** Undefined means all lines. */
  readonly lines?: number | undefined;
}

/** Reads a log in as many requests as it needs. */
export async function readLogLines(
  client: Client,
  { params, fromLine = 1, lines: wanted = Number.MAX_SAFE_INTEGER }: LogRequest,
): Promise<BuildLog> {
  const lines: string[] = [];
  for (;;) {
    const missing = Math.min(wanted - lines.length, MAX_LOG_LINES);
    const query = { from_line: fromLine + lines.length, lines: missing };
    const part = await client.call(getBuildLog, { params, query });
    lines.push(...part.lines);
    const isComplete = fromLine + lines.length > part.total_lines || lines.length >= wanted;
    if (isComplete || part.lines.length === 0) return { ...part, from_line: fromLine, lines };
  }
}
