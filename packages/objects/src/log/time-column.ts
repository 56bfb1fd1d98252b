import { readStamp, type TimeStamp, timeOf, writeStamp } from './time-stamps.js';
import { VarintReader, VarintWriter } from './varints.js';

/** A text without the times at the start of its lines, and these. */
export interface SplitText {
  readonly text: string;
  /** Null if no line begins with a time. */
  readonly column: Buffer | null;
}

/** Takes the times at the start of the lines into a column of differences, which is a fifth of their size compressed. */
export function splitTimes(text: string, isContinued: boolean): SplitText {
  const column = createColumn();
  const rest = text.split('\n').map((line, index) => {
    const found = index === 0 && isContinued ? null : readStamp(line);
    column.add(found?.stamp ?? null);
    return found === null ? line : line.slice(found.length);
  });
  const bytes = column.finish();
  return bytes === null ? { text, column: null } : { text: rest.join('\n'), column: bytes };
}

function createColumn() {
  const forms: string[] = [];
  const rows = new VarintWriter();
  let last: TimeStamp = { form: '', seconds: 0, fraction: 0 };
  return {
    add(stamp: TimeStamp | null): void {
      if (stamp === null) return rows.write(0);
      if (!forms.includes(stamp.form)) forms.push(stamp.form);
      rows.write(forms.indexOf(stamp.form) + 1);
      rows.write(stamp.seconds - last.seconds);
      rows.write(stamp.fraction - last.fraction);
      last = stamp;
    },
    finish(): Buffer | null {
      if (forms.length === 0) return null;
      const head = Buffer.from(`${forms.join('|')}\n`);
      return Buffer.concat([head, rows.take()]);
    },
  };
}

/** The lines of a chunk as they were, with their times in milliseconds since 1970 where they have one. */
export interface JoinedLines {
  readonly lines: readonly string[];
  readonly times: readonly (number | null)[];
}

export function joinTimes({ text, column }: SplitText): JoinedLines {
  const lines = text.split('\n');
  if (column === null) return { lines, times: lines.map(() => null) };
  const end = column.indexOf('\n');
  const forms = column.subarray(0, end).toString().split('|');
  const rows = new VarintReader(column.subarray(end + 1));
  const stamps = readStamps(lines.length, forms, rows);
  return {
    lines: lines.map((line, index) => `${writtenOf(stamps[index])}${line}`),
    times: stamps.map((stamp) => (stamp === null ? null : timeOf(stamp))),
  };
}

const writtenOf = (stamp: TimeStamp | null | undefined) => (stamp ? writeStamp(stamp) : '');

function readStamps(count: number, forms: readonly string[], rows: VarintReader): (TimeStamp | null)[] {
  let [seconds, fraction] = [0, 0];
  return Array.from({ length: count }, () => {
    const row = rows.read();
    if (row === 0) return null;
    const form = forms[row - 1];
    if (form === undefined) throw new RangeError('the column of times has an unknown form');
    seconds += rows.read();
    fraction += rows.read();
    return { form, seconds, fraction };
  });
}
