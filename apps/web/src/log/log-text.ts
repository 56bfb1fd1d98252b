import { isErrorLine, plainText, withoutClock } from '@slipway/diagnosis/lines';
import { useMemo } from 'react';
import { formatTime } from '../words/clock.js';
import { colourLines, type Segment } from './ansi.js';

/** A log as the viewer shows it; every array has one entry for each line. */
export interface LogText {
  /** The lines without escape sequences. */
  readonly lines: readonly string[];
  /** The lines without the clock times that the build server prints before them. */
  readonly messages: readonly string[];
  readonly clocks: readonly string[];
  readonly hasClocks: boolean;
  readonly hasCuts: boolean;
  /** The colored parts of messages, by index; lines without color are missing. */
  readonly colours: ReadonlyMap<number, readonly Segment[]>;
  readonly errors: readonly number[];
  readonly longest: number;
}

const MAX_WIDTH = 4_000;

export function readLogText(raw: readonly string[]): LogText {
  const lines = raw.map(plainText);
  const messages = lines.map(withoutClock);
  const clocks = lines.map((line, index) => line.slice(0, line.length - (messages[index]?.length ?? 0)));
  const colours = new Map<number, readonly Segment[]>();
  for (const [index, segments] of colourLines(raw))
    colours.set(index, dropCharacters(segments, clocks[index]?.length ?? 0));
  return {
    lines,
    messages,
    clocks,
    hasClocks: clocks.some((clock) => clock !== ''),
    hasCuts: messages.some(isCut),
    colours,
    errors: messages.flatMap((message, index) => (isErrorLine(message) ? [index + 1] : [])),
    longest: Math.min(
      MAX_WIDTH,
      messages.reduce((most, { length }) => Math.max(most, length), 0),
    ),
  };
}

function dropCharacters(segments: readonly Segment[], characters: number): Segment[] {
  let left = characters;
  return segments.flatMap((segment) => {
    const text = segment.text.slice(left);
    left = Math.max(0, left - segment.text.length);
    return text === '' ? [] : [{ ...segment, text }];
  });
}

export function useLogText(raw: readonly string[]): LogText {
  return useMemo(() => readLogText(raw), [raw]);
}

/** A time with its zone: date, time of day, and offset from UTC. */
const ZONED = /(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:[.,]\d+)? ?(?:Z|UTC|([+-]\d\d):?(\d\d))/;
const CLOCK = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;
const TIME_OF_DAY = /(?<![\d.])(\d\d)[:.](\d\d)[:.](\d\d)/;

/**
 * The time of day in what a build server prints before a line; otherwise that text itself. It is in the person's zone if
 * the server prints its own zone. A clock without one stays as it is, because nobody knows how far it is off.
 */
export function shortClock(clock: string): string {
  const [zoned, day, timeOfDay, hours = '+00', minutes = '00'] = ZONED.exec(clock) ?? [];
  if (zoned) return formatTime(new Date(`${day}T${timeOfDay}${hours}:${minutes}`), CLOCK, 'en-GB');
  const time = TIME_OF_DAY.exec(clock);
  return time === null ? clock.trim() : `${time[1]}:${time[2]}:${time[3]}`;
}

/** Tools write such a line in place of the output they leave out. */
const CUT =
  /^\W{0,12}(?:(?:skipped|omitted|dropped|truncated|cut)\W{1,3})?[\d.,\u202f ]{1,15}\s?(?:more )?(?:lines?|characters?|bytes|[KM]i?B)\b.{0,20}\b(?:omitted|skipped|dropped|truncated|cut|left out|not shown)\b/i;

export function isCut(message: string): boolean {
  return message.length < 200 && CUT.test(message);
}
