import { diagnoseTimed, printedAnswer } from './printed-answer.js';

export interface BatchAnswer {
  readonly line: number;
  /** A line of JSON; null if the input is not a JSON object with an id. */
  readonly answer: string | null;
}

/** Diagnoses a stream of lines, each holding one JSON object `{id, log, baseline}`. */
export async function* diagnoseBatch(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<BatchAnswer> {
  let line = 0;
  for await (const text of linesOf(chunks)) {
    line += 1;
    if (text.trim() !== '') yield { line, answer: answerTo(text) };
  }
}

function answerTo(text: string): string | null {
  const record = parseRecord(text);
  if (record === null) return null;
  const content = textOrNull(record.log);
  const log = content === null ? null : { content, truncated: false };
  const timed = diagnoseTimed(log, textOrNull(record.baseline));
  return JSON.stringify({ id: record.id, ...printedAnswer(timed) });
}

const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null);

function parseRecord(line: string): Readonly<Record<string, unknown>> | null {
  try {
    const record: unknown = JSON.parse(line);
    return typeof record === 'object' && record !== null && 'id' in record ? { ...record } : null;
  } catch {
    return null;
  }
}

/** The lines of a byte stream, one at a time, of any length. */
async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let parts: Uint8Array[] = [];
  for await (const chunk of chunks) {
    let from = 0;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      parts.push(chunk.subarray(from, at));
      yield Buffer.concat(parts).toString('utf8');
      parts = [];
      from = at + 1;
    }
    parts.push(chunk.subarray(from));
  }
  yield Buffer.concat(parts).toString('utf8');
}
