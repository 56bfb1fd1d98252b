const UNITS = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** The age of a time in its largest whole unit: "3 hours ago". */
export function describeAge(timeMs: number, nowMs: number): string {
  const seconds = Math.round((nowMs - timeMs) / 1_000);
  const [unit, length] = UNITS.find(([, unitSeconds]) => Math.abs(seconds) >= unitSeconds) ?? ['second', 1];
  if (unit === 'second') return seconds < 0 ? 'in a moment' : 'just now';
  const count = Math.floor(Math.abs(seconds) / length);
  const amount = `${count} ${unit}${count === 1 ? '' : 's'}`;
  return seconds < 0 ? `in ${amount}` : `${amount} ago`;
}

/** A duration: "1h 02m", "3m 07s", "12s". */
export function describeDuration(seconds: number): string {
  const whole = Math.round(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3_600), Math.floor((whole % 3_600) / 60), whole % 60];
  const pad = (value: number) => String(value).padStart(2, '0');
  if (hours > 0) return `${hours}h ${pad(minutes)}m`;
  return minutes > 0 ? `${minutes}m ${pad(rest)}s` : `${rest}s`;
}
