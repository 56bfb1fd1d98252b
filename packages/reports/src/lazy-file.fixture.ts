import { Worker } from 'node:worker_threads';
import type { ReportSummary } from './index.js';

/** A file that is written while it is read. */
export interface LazyFile {
  readonly start: string;
  /** `%` stands for a number that grows. */
  readonly part: string;
  readonly bytes: number;
  readonly end?: string;
}

export interface LazyResult {
  readonly summary: ReportSummary;
  readonly lastName: string;
}

const program = `
const { workerData, parentPort } = require('node:worker_threads');
const CHUNK = 65_536;
async function* chunks({ start, part, bytes, end = '' }) {
  yield Buffer.from(start);
  const pieces = part.split('%');
  const perChunk = Math.ceil(CHUNK / part.length);
  const same = pieces.length === 1 ? Buffer.from(part.repeat(perChunk)) : null;
  let number = 0;
  for (let sent = 0; sent < bytes; ) {
    const chunk = same ?? Buffer.from(Array.from({ length: perChunk }, () => pieces.join(number++)).join(''));
    sent += chunk.length;
    yield chunk;
  }
  yield Buffer.from(end);
}
async function main() {
  const { readReport } = await import(workerData.module);
  let lastName = '';
  const summary = await readReport(chunks(workerData.file), {
    onTest({ name }) {
      lastName = name;
    },
  });
  parentPort.postMessage({ summary, lastName });
}
main().catch((error) => parentPort.postMessage({ error }));
`;

/** Reads a file in a thread whose heap is limited; the thread ends with an error if that is not enough. */
export function readLazily(file: LazyFile, heapMb: number): Promise<LazyResult> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(program, {
      eval: true,
      workerData: { file, module: new URL('../dist/index.js', import.meta.url).href },
      resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 16 },
    });
    worker.once('error', reject);
    worker.once('message', (message: LazyResult & { error?: unknown }) => {
      if (message.error === undefined) resolve(message);
      else reject(message.error);
    });
  });
}
