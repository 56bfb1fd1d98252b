import { formatTime, localDay } from './clock.js';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const UNITS: readonly (readonly [seconds: number, unit: string])[] = [
  [DAY, 'd'],
  [HOUR, 'h'],
  [MINUTE, 'm'],
];

/** A time relative to now: `3m ago`, `in 2h`. More than a month away, it is a date. */
export function relativeTime(time: Date, now: Date): string {
  const seconds = Math.round((now.getTime() - time.getTime()) / 1000);
  const distance = Math.abs(seconds);
  if (distance < 10) return 'just now';
  if (distance > 30 * DAY) return shortDate(time, now);
  const [size, unit] = UNITS.find(([unitSeconds]) => distance >= unitSeconds) ?? [1, 's'];
  const amount = `${Math.floor(distance / size)}${unit}`;
  return seconds < 0 ? `in ${amount}` : `${amount} ago`;
}

/** A date without its time, and with the year only if it is not the current one. */
function shortDate(time: Date, now: Date): string {
  const isThisYear = localDay(time).slice(0, 4) === localDay(now).slice(0, 4);
  return formatTime(time, { day: 'numeric', month: 'short', ...(!isThisYear && { year: 'numeric' }) });
}

export function exactTime(time: Date): string {
  return formatTime(time, { dateStyle: 'medium', timeStyle: 'long' });
}

/** A duration as `12m 04s`, `2h 03m` or `48s`. */
export function duration(seconds: number): string {
  const whole = Math.round(seconds);
  const pad = (value: number) => String(value).padStart(2, '0');
  if (whole >= DAY) return `${Math.floor(whole / DAY)}d ${pad(Math.floor((whole % DAY) / HOUR))}h`;
  if (whole >= HOUR) return `${Math.floor(whole / HOUR)}h ${pad(Math.floor((whole % HOUR) / MINUTE))}m`;
  return whole >= MINUTE ? `${Math.floor(whole / MINUTE)}m ${pad(whole % MINUTE)}s` : `${whole}s`;
}

/** Formats a short time: `12 ms`, `1.3 s`; from a minute on, `1m 04s`. */
export function latency(ms: number): string {
  if (ms >= MINUTE * 1000) return duration(ms / 1000);
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

const numbers = new Intl.NumberFormat();

export function count(value: number): string {
  return numbers.format(value);
}

/** A size in bytes as `512 B`, `12.4 MB`. */
export function bytes(size: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB'];
  let value = size;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return unit === 0 ? `${value} B` : `${value.toFixed(value < 10 ? 1 : 0)} ${units[unit]}`;
}

/** `1 build`, `3 builds`. */
export function plural(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}
