import type { CliProcess, Writable } from '../terminal.js';
import { type Colours, createColours } from './colours.js';
import type { Column, Paint } from './columns.js';
import { type RecordView, renderDetails } from './details.js';
import { type JsonRequest, pickFields, renderJson } from './json.js';
import { colouredLines, manyLines, oneLine } from './text.js';

export interface ListView<Row> {
  readonly columns: readonly Column<Row>[];
  readonly empty: string;
}

/** Writes results to stdout, in the form that the command line and the stream ask for; notes go to stderr. */
export interface Output {
  readonly isTerminal: boolean;
  readonly colours: Colours;
  /** The JSON form that the command line requests, or null. */
  readonly json: JsonRequest | null;
  /** Writes rows as a table, as tab-separated values or as JSON. */
  list<Row>(rows: readonly Row[], view: ListView<Row>): Promise<void>;
  /** Writes a record as details for people, as `label:<tab>value` lines or as JSON. */
  record(record: object, view: RecordView): Promise<void>;
  /** Writes a value as JSON, filtered by `--json` and `--jq`, or by another jq filter. */
  value(value: unknown, jq?: string): Promise<void>;
  line(text: string): void;
  /** Writes text with colors to stdout, or without them where colors are off. */
  colouredLine(text: string): void;
  /** Writes one line to stderr, only on a terminal. */
  note(text: string): void;
  /** Writes one line to stderr, always. */
  warn(text: string): void;
  /** Shows that the command is waiting, only on a terminal. Call `stop` before writing anything else. */
  progress(text: string): Progress;
}

const DEFAULT_WIDTH = 80;

export function createOutput({ env, stdout, stderr }: CliProcess, json: JsonRequest | null): Output {
  const colours = createColours(stdout.isTerminal, env);
  const paint = (): Paint => ({ colours, now: Date.now() });
  const write = (lines: readonly string[]) => {
    if (lines.length > 0) stdout.write(`${lines.join('\n')}\n`);
  };
  // Programs get the exact text; a terminal must not interpret control characters in it.
  const writeText = (text: string, clean = manyLines) => write([stdout.isTerminal ? clean(text) : text]);
  const output: Output = {
    isTerminal: stdout.isTerminal,
    colours,
    json,
    async list(rows, { columns, empty }) {
      if (json !== null) return output.value(rows);
      if (!stdout.isTerminal) return write(renderTsv(rows, columns));
      if (rows.length === 0) return output.note(empty);
      // The code that measures text is slow to load, so only terminals load it.
      const { renderTable } = await import('./table.js');
      write(renderTable(rows, columns, { ...paint(), width: stdout.columns ?? DEFAULT_WIDTH }));
    },
    async record(record, view) {
      if (json !== null) return output.value(record);
      write(renderDetails(view, stdout.isTerminal ? paint() : null));
    },
    async value(value, jq = json?.jq) {
      const picked = pickFields(value, json?.fields ?? null);
      const text = await renderJson(picked, jq, stdout.isTerminal);
      if (text !== '') writeText(text);
    },
    line: (text) => writeText(text),
    colouredLine: (text) => writeText(text, colours.isColorSupported ? colouredLines : manyLines),
    note(text) {
      if (stderr.isTerminal) stderr.write(`${manyLines(text)}\n`);
    },
    warn: (text) => stderr.write(`${manyLines(text)}\n`),
    progress: (text) => createProgress(stderr, createColours(stderr.isTerminal, env), text),
  };
  return output;
}

/** Rows for programs: no headings, values separated by tabs. */
function renderTsv<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string[] {
  return rows.map((row) => columns.map((column) => oneLine(column.text(row))).join('\t'));
}

/** A line that shows what a command is waiting for. */
export interface Progress {
  update(text: string): void;
  stop(): void;
}

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const FRAME_MS = 100;
const ERASE_LINE = '\r\u001B[K';

/** A spinner with a text on a terminal; nothing elsewhere. */
function createProgress(stream: Writable, colours: Colours, text: string): Progress {
  if (!stream.isTerminal) return { update: () => undefined, stop: () => undefined };
  let current = text;
  let frame = 0;
  const draw = () => {
    const spinner = colours.cyan(FRAMES[frame % FRAMES.length] ?? '');
    stream.write(`${ERASE_LINE}${spinner} ${oneLine(current).slice(0, (stream.columns ?? 80) - 3)}`);
    frame += 1;
  };
  draw();
  const timer = setInterval(draw, FRAME_MS);
  timer.unref();
  return {
    update(next) {
      current = next;
      draw();
    },
    stop() {
      clearInterval(timer);
      stream.write(ERASE_LINE);
    },
  };
}
