import { type ReadOptions, type ReportedTest, type ReportSummary, readReport } from './index.js';

export interface ReadFile {
  readonly summary: ReportSummary;
  readonly tests: readonly ReportedTest[];
}

/** Reads a whole file, in chunks of `chunkBytes`. */
export async function read(
  file: string | Uint8Array,
  options: Omit<ReadOptions, 'onTest'> & { readonly chunkBytes?: number } = {},
): Promise<ReadFile> {
  const { chunkBytes = 65_536, format, limits = {} } = options;
  const bytes = typeof file === 'string' ? Buffer.from(file) : file;
  const tests: ReportedTest[] = [];
  const summary = await readReport(chunksOf(bytes, chunkBytes), {
    format,
    limits,
    onTest(test) {
      tests.push(test);
    },
  });
  return { summary, tests };
}

async function* chunksOf(bytes: Uint8Array, chunkBytes: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += chunkBytes) yield bytes.subarray(start, start + chunkBytes);
}

/** The only test of a file. */
export async function readOne(file: string): Promise<ReportedTest> {
  const { tests } = await read(file);
  const [test] = tests;
  if (!test || tests.length !== 1) throw new Error(`The file has ${tests.length} tests.`);
  return test;
}
