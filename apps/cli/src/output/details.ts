import { type Paint, showStatus, showTime } from './columns.js';
import { manyLines, oneLine } from './text.js';

/** One line of details. Times are ISO 8601 strings; a null value is left out. */
export interface Detail {
  readonly label: string;
  readonly value: string | number | boolean | null | undefined;
  readonly as?: 'time' | 'status';
}

export interface Section {
  readonly heading: string;
  readonly lines: readonly string[];
}

export interface RecordView {
  readonly title: string;
  readonly details: readonly Detail[];
  readonly sections?: readonly Section[];
}

/** A record for people, or as `label:<tab>value` lines if there is no paint. */
export function renderDetails({ title, details, sections = [] }: RecordView, paint: Paint | null): string[] {
  const present = details
    .filter(({ value }) => value !== null && value !== undefined && value !== '')
    .map(({ label, value, as }) => ({ label, as, value: oneLine(String(value)) }));
  const filled = sections.filter(({ lines }) => lines.length > 0);
  if (paint === null) {
    const blocks = filled.flatMap(({ heading, lines }) => ['--', `${heading}:`, ...lines.map(manyLines)]);
    return [`title:\t${oneLine(title)}`, ...present.map(({ label, value }) => `${label}:\t${value}`), ...blocks];
  }
  const width = Math.max(0, ...present.map(({ label }) => label.length)) + 2;
  return [
    paint.colours.bold(oneLine(title)),
    ...present.map(({ label, value, as }) => `${paint.colours.dim(label.padEnd(width))}${show(value, as, paint)}`),
    ...filled.flatMap(({ heading, lines }) => ['', paint.colours.bold(heading), ...lines.map(manyLines)]),
  ];
}

function show(value: string, as: Detail['as'], paint: Paint): string {
  if (as === 'status') return showStatus(value, paint);
  return as === 'time' ? `${value} ${showTime(value, paint)}` : value;
}
