import type { Random } from '../random.js';

/** The lines of a log under construction; times are added when it is finished. */
export interface LogDraft {
  add(...lines: string[]): void;
  /** Lines that show why the build failed. */
  key(...lines: string[]): void;
  /** Lines of the running engine, which prefixes them with its own clock and frame. */
  engine(...lines: string[]): void;
  engineKey(...lines: string[]): void;
}

export interface FinishedLog {
  content: string;
  evidence: { line: number; text: string }[];
}

interface Entry {
  text: string;
  engine: boolean;
  key: boolean;
}

export interface LogTimes {
  startedAt: Date;
  finishedAt: Date;
}

// [2026.11.12-08.14.07:101][  0]
function engineStamp(time: Date): string {
  const [date = '', clock = ''] = time.toISOString().slice(0, -1).split('T');
  return `[${date.replaceAll('-', '.')}-${clock.replaceAll(':', '.').replace(/\.(\d+)$/, ':$1')}][  0]`;
}

function render(entry: Entry, time: Date, stamped: boolean): string {
  const line = entry.engine ? engineStamp(time) + entry.text : entry.text;
  return stamped ? `[${time.toISOString()}] ${line}` : line;
}

/** Runs `write` and distributes the lines between start and end; `stamped` puts the time before every line. */
export function composeLog(
  random: Random,
  { startedAt, finishedAt }: LogTimes,
  stamped: boolean,
  write: (log: LogDraft) => void,
): FinishedLog {
  const entries: Entry[] = [];
  const adder =
    (engine: boolean, key: boolean) =>
    (...lines: string[]) => {
      for (const text of lines) entries.push({ text, engine, key });
    };
  write({
    add: adder(false, false),
    key: adder(false, true),
    engine: adder(true, false),
    engineKey: adder(true, true),
  });
  const span = finishedAt.getTime() - startedAt.getTime();
  const lines = entries.map((entry, index) => {
    const share = (index + random.next()) / entries.length;
    return render(entry, new Date(startedAt.getTime() + Math.floor(span * share)), stamped);
  });
  const evidence = entries.flatMap((entry, index) =>
    entry.key ? [{ line: index + 1, text: lines[index] ?? '' }] : [],
  );
  return { content: `${lines.join('\n')}\n`, evidence };
}
