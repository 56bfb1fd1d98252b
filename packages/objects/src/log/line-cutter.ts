/**
 * How much text a chunk has, in UTF-16 units. A window of lines costs a chunk: larger ones compress a little better and
 * make each window slower.
 */
const CHUNK_CHARACTERS = 256 * 1024;

/** The text of a chunk: whole lines, unless a line is longer than a chunk. */
export interface CutText {
  readonly text: string;
  /** The number of the first line, from 1. */
  readonly firstLine: number;
  /** How many lines it has, or parts of them. */
  readonly lines: number;
  /** Whether its first line began in the chunk before. */
  readonly isContinued: boolean;
}

/** Cuts a text into chunks as it arrives. A line ends with `\n`; all of the text is in the chunks, in order. */
export interface LineCutter {
  append(text: string): CutText[];
  /** The rest. Empty if there is none. */
  finish(): CutText[];
}

export function createLineCutter(limit = CHUNK_CHARACTERS): LineCutter {
  let waiting = '';
  let firstLine = 1;
  let isContinued = false;

  function take(length: number): CutText {
    const text = waiting.slice(0, length);
    waiting = waiting.slice(length);
    const endsLine = text.endsWith('\n');
    const lines = countLineBreaks(text) + (endsLine ? 0 : 1);
    const cut = { text, firstLine, lines, isContinued };
    firstLine += endsLine ? lines : lines - 1;
    isContinued = !endsLine;
    return cut;
  }

  return {
    append(text) {
      waiting += text;
      const cuts: CutText[] = [];
      while (waiting.length > limit) cuts.push(take(cutLength(waiting, limit)));
      return cuts;
    },
    finish: () => (waiting === '' ? [] : [take(waiting.length)]),
  };
}

/** Behind the last line that fits, or within a line that is longer than a chunk, but never within a character. */
function cutLength(text: string, limit: number): number {
  const lineBreak = text.lastIndexOf('\n', limit - 1);
  if (lineBreak >= 0) return lineBreak + 1;
  const last = text.charCodeAt(limit - 1);
  const isHalf = last >= 0xd800 && last < 0xdc00;
  return isHalf && limit > 1 ? limit - 1 : limit;
}

function countLineBreaks(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
