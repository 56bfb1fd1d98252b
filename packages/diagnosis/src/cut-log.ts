import { examine } from './diagnose.js';
import type { CapturedLog } from './diagnosis.js';
import { LogCutter } from './log-cutter.js';

/** How many bytes of a log a report may contain. The service stores as many characters. */
export const SENT_BYTES = 256_000;

/** Cuts a log to the lines that matter for finding the cause. A log within the limit stays as it is. */
export function cutLog(content: string, limit: number = SENT_BYTES): CapturedLog {
  if (Buffer.byteLength(content) <= limit) return { content, truncated: false };
  const cutter = new LogCutter(limit);
  for (const line of content.replace(/\n$/, '').split('\n')) cutter.add(line);
  return cutter.result();
}

/** The output of the failed steps; the whole log if it names none. */
export function failedPart(content: string): string {
  const { setting } = examine(content);
  const { failed } = setting.outcome;
  if (failed.length === 0) return content;
  const lines = content.split('\n');
  return failed.flatMap(({ first, last }) => lines.slice(first, last + 1)).join('\n');
}
