import type { Formatter } from 'picocolors/types.js';
import { describeAge } from './ages.js';
import type { Colours } from './colours.js';

export interface Paint {
  readonly colours: Colours;
  readonly now: number;
}

export interface Column<Row> {
  readonly heading: string;
  /** The value as programs read it. */
  text(row: Row): string;
  /** The value as people see it; the text by default. Colors do not count toward its width. */
  show?(text: string, paint: Paint): string;
  /** Shortened when the table is wider than the terminal. */
  readonly shrinks?: boolean;
}

type Read<Row> = (row: Row) => string | number | boolean | null | undefined;

const write = (value: ReturnType<Read<unknown>>) => (value == null ? '' : String(value));

export function column<Row>(heading: string, read: Read<Row>): Column<Row> {
  return { heading, text: (row) => write(read(row)) };
}

/** A column of free text, which shrinks when space is short. */
export function textColumn<Row>(heading: string, read: Read<Row>): Column<Row> {
  return { ...column(heading, read), shrinks: true };
}

/** A column of times: an age for people, ISO 8601 for programs. */
export function timeColumn<Row>(heading: string, read: Read<Row>): Column<Row> {
  return { ...column(heading, read), show: showTime };
}

/** The age of an ISO 8601 time, dimmed. */
export function showTime(text: string, { colours, now }: Paint): string {
  return text === '' ? '' : colours.dim(describeAge(Date.parse(text), now));
}

/** A column of states, colored by meaning. */
export function statusColumn<Row>(heading: string, read: Read<Row>): Column<Row> {
  return { ...column(heading, read), show: showStatus };
}

const GOOD = ['ok', 'completed', 'approved', 'live', 'applied', 'found'];
const BAD = ['err', 'failed', 'denied', 'rejected', 'dead', 'rolled_back', 'critical', 'blocked'];
const BUSY = ['warn', 'pending', 'running', 'queued', 'preparing', 'building', 'in_progress', 'in_review'];
const ALSO_BUSY = ['submitted', 'uploading', 'passed_pending_approval', 'high', 'duplicate', 'stale'];

export function showStatus(text: string, { colours }: Paint): string {
  return colourOf(text, colours)(text);
}

function colourOf(status: string, colours: Colours): Formatter {
  if (GOOD.includes(status)) return colours.green;
  if (BAD.includes(status)) return colours.red;
  return [...BUSY, ...ALSO_BUSY].includes(status) ? colours.yellow : colours.gray;
}
