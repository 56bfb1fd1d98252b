import { type CutText, createLineCutter } from './line-cutter.js';
import type { ChunkSummary, LogStep } from './log-index.js';
import { ARRIVING_QUALITY, type PackOptions, packChunk } from './pack-chunk.js';

/** Bounds the index of a log in which every line is an error. */
const MAX_ERRORS = 50;
const MAX_STEPS = 100;
const MAX_STEP_NAME = 200;
/** Longer lines are data. */
const MAX_EXAMINED = 2_000;

export interface LogBuilderOptions extends Partial<PackOptions> {
  isErrorLine(line: string): boolean;
  /** The name of the step that begins with this line; null if none does. */
  stepAt(line: string): string | null;
  /** The characters of a chunk. */
  readonly chunkCharacters?: number;
}

export interface PackedChunk {
  readonly bytes: Buffer;
  readonly summary: ChunkSummary;
}

/** Makes the chunks of a log from its text as it arrives, and holds no more than the text of one chunk. */
export interface LogBuilder {
  /** The chunks that became complete. */
  append(text: string): Promise<PackedChunk[]>;
  /** The last chunk, unless the log is empty. */
  finish(): Promise<PackedChunk[]>;
}

export function createLogBuilder(options: LogBuilderOptions): LogBuilder {
  const { quality = ARRIVING_QUALITY, dictionary = null } = options;
  const cutter = createLineCutter(options.chunkCharacters);
  async function pack(cuts: readonly CutText[]): Promise<PackedChunk[]> {
    const packed: PackedChunk[] = [];
    for (const cut of cuts)
      packed.push({ bytes: await packChunk(cut, { quality, dictionary }), summary: summarize(cut, options) });
    return packed;
  }
  return { append: (text) => pack(cutter.append(text)), finish: () => pack(cutter.finish()) };
}

function summarize({ text, firstLine, lines, isContinued }: CutText, options: LogBuilderOptions): ChunkSummary {
  const errors: number[] = [];
  const steps: LogStep[] = [];
  for (const [index, whole] of text.split('\n').entries()) {
    if (index === 0 && isContinued) continue;
    const line = whole.slice(0, MAX_EXAMINED);
    const step = options.stepAt(line);
    if (step !== null && steps.length < MAX_STEPS)
      steps.push({ line: firstLine + index, name: step.slice(0, MAX_STEP_NAME) });
    if (errors.length < MAX_ERRORS && options.isErrorLine(line)) errors.push(firstLine + index);
  }
  return { firstLine, lines, isContinued, textBytes: Buffer.byteLength(text), errors, steps };
}
