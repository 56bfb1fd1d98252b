import type { BuildLogRecord } from '@slipway/db';
import { type LogPart, type LogWindow, type Redactor, readLogLines } from '@slipway/domain';

/** Reads lines of a log. Masks a log that was stored unmasked, or before the project masked another value. */
export async function readLogPart(
  { content, uploaded }: BuildLogRecord,
  redactor: Redactor,
  window: LogWindow,
): Promise<LogPart> {
  if (uploaded === null) return readLogLines(redactor.text(content), window);
  const part = await uploaded.read(window);
  return { ...part, lines: part.lines.length === 0 ? [] : redactor.text(part.lines.join('\n')).split('\n') };
}
