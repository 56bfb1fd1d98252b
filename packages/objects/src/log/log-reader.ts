import type { LogDictionary } from './dictionary.js';
import type { LineMatcher } from './line-pattern.js';
import { countLines, findChunk, type IndexedChunk, type LogIndex } from './log-index.js';
import { unpackChunk } from './pack-chunk.js';

/** A line of a log, or a part of one that is longer than a chunk. */
export interface LogLine {
  readonly number: number;
  /** Without the line break. */
  readonly text: string;
  /** Whether the text goes on where that of the line before ended. */
  readonly isContinued: boolean;
  /** In milliseconds since 1970; null if the line has no date. */
  readonly time: number | null;
}

/** Where a search begins or goes on. The parts of a line that is longer than a chunk are searched one by one. */
export interface SearchPosition {
  /** The position of a chunk in the index. */
  readonly chunk: number;
  readonly line: number;
}

export interface SearchLimits {
  readonly maxMatches: number;
  /** How much text may be searched. At least one chunk is. */
  readonly maxTextBytes: number;
}

export interface SearchPage {
  readonly matches: readonly LogLine[];
  /** Where to go on; null at the end of the log. */
  readonly next: SearchPosition | null;
}

export interface LogSource {
  readonly index: LogIndex;
  readonly dictionary: LogDictionary | null;
  readChunk(chunk: IndexedChunk): Promise<Buffer>;
}

interface PlacedLine {
  readonly line: LogLine;
  readonly position: SearchPosition;
}

/** Reads a stored log. A window of lines costs the chunks that it touches. */
export interface LogReader {
  /** Lines in order, from the given one on. A caller that stops early reads no further chunk. */
  lines(fromLine: number, count: number): AsyncGenerator<LogLine>;
  tail(count: number): AsyncGenerator<LogLine>;
  search(matches: LineMatcher, from: SearchPosition, limits: SearchLimits): Promise<SearchPage>;
  /** The text as it was, a chunk at a time. */
  text(): AsyncGenerator<string>;
}

export function createLogReader({ index, dictionary, readChunk }: LogSource): LogReader {
  const unpack = async (chunk: IndexedChunk) => unpackChunk(await readChunk(chunk), dictionary);

  async function readLines(chunk: IndexedChunk): Promise<LogLine[]> {
    const { lines, times } = await unpack(chunk);
    // What follows the last line break is not a line.
    return lines.slice(0, chunk.lines).map((text, position) => ({
      number: chunk.firstLine + position,
      text: text.endsWith('\r') ? text.slice(0, -1) : text,
      isContinued: position === 0 && chunk.isContinued,
      time: times[position] ?? null,
    }));
  }

  async function* lines(fromLine: number, count: number): AsyncGenerator<LogLine> {
    const end = fromLine + count;
    for (const chunk of index.chunks.slice(findChunk(index, fromLine))) {
      if (chunk.firstLine >= end) return;
      yield* (await readLines(chunk)).filter(({ number }) => number >= fromLine && number < end);
    }
  }

  async function* linesFrom(from: SearchPosition, endChunk: number): AsyncGenerator<PlacedLine> {
    for (const [offset, chunk] of index.chunks.slice(from.chunk, endChunk).entries()) {
      for (const line of await readLines(chunk))
        if (line.number >= from.line) yield { line, position: { chunk: from.chunk + offset, line: line.number } };
    }
  }

  async function search(matches: LineMatcher, from: SearchPosition, limits: SearchLimits): Promise<SearchPage> {
    const endChunk = endOfSearch(index, from.chunk, limits.maxTextBytes);
    const found: LogLine[] = [];
    for await (const { line, position } of linesFrom(from, endChunk)) {
      if (!matches(line.text)) continue;
      if (found.length === limits.maxMatches) return { matches: found, next: position };
      found.push(line);
    }
    const rest = index.chunks[endChunk];
    return { matches: found, next: rest === undefined ? null : { chunk: endChunk, line: rest.firstLine } };
  }

  return {
    lines,
    tail: (count) => lines(Math.max(1, countLines(index) - count + 1), count),
    search,
    async *text() {
      for (const chunk of index.chunks) yield (await unpack(chunk)).lines.join('\n');
    },
  };
}

/** The position of the first chunk that a search must not look at. */
function endOfSearch({ chunks }: LogIndex, first: number, maxTextBytes: number): number {
  let searched = 0;
  const end = chunks.findIndex((chunk, position) => {
    if (position < first) return false;
    searched += chunk.textBytes;
    return position > first && searched > maxTextBytes;
  });
  return end < 0 ? chunks.length : end;
}
