import type { BuildRunDetail } from '@slipway/contracts';
import { type BuildPath, type LogExcerpt, readLog } from './build-log.js';
import type { ToolContext } from './define-tool.js';

const BEFORE = 15;
const AFTER = 25;
const TAIL = 60;
const SCANNED = 2_000;

const MENTIONS_FAILURE =
  /\b(?:fatal|error|exception|assert(?:ion)? failed|unhandled|undefined reference|segfault)\b/i;
const HARMLESS = /\b(?:0|no) (?:errors?|failures?|warnings?)\b|error[-_ ]?(?:report|handler|level|code:? 0\b)/i;

/** Lines of a log around the likely cause of the failure. */
export interface FailureExcerpt {
  readonly excerpt: LogExcerpt;
  /** The line that the excerpt was chosen for; null for the end of the log. */
  readonly keyLine: number | null;
}

/**
 * The lines around the first piece of evidence of the investigation, or around the first line near the end that reads
 * like an error, or the end of the log.
 */
export async function findFailureExcerpt(
  build: BuildRunDetail,
  params: BuildPath,
  context: ToolContext,
): Promise<FailureExcerpt> {
  const evidence = build.investigation?.evidence[0]?.line;
  if (evidence !== undefined) return around(await readAround(params, evidence, context), evidence);
  const end = await readLog(params, { tail: SCANNED }, context);
  const index = end.lines.findIndex((line) => MENTIONS_FAILURE.test(line) && !HARMLESS.test(line));
  if (index === -1)
    return { excerpt: slice(end, Math.max(0, end.lines.length - TAIL), end.lines.length), keyLine: null };
  return around(slice(end, Math.max(0, index - BEFORE), index + AFTER + 1), end.from_line + index);
}

function around(excerpt: LogExcerpt, keyLine: number): FailureExcerpt {
  return { excerpt, keyLine };
}

function readAround(params: BuildPath, line: number, context: ToolContext): Promise<LogExcerpt> {
  const from_line = Math.max(1, line - BEFORE);
  return readLog(params, { from_line, lines: line + AFTER - from_line + 1 }, context);
}

function slice(log: LogExcerpt, start: number, end: number): LogExcerpt {
  const lines = log.lines.slice(start, end);
  const from_line = log.from_line + start;
  return { ...log, from_line, to_line: from_line + lines.length - 1, lines };
}
