const MINUTE_MS = 60_000;
const HOUR = 60;
const DAY = 24 * HOUR;

/** How long something has lasted, in its two largest units: `45 min`, `2 h`, `2 h 5 min`, `3 d 4 h`. */
export function describeElapsed(ms: number): string {
  const minutes = Math.max(1, Math.floor(ms / MINUTE_MS));
  if (minutes < HOUR) return `${minutes} min`;
  if (minutes < DAY) return joined(Math.floor(minutes / HOUR), 'h', minutes % HOUR, 'min');
  return joined(Math.floor(minutes / DAY), 'd', Math.floor((minutes % DAY) / HOUR), 'h');
}

const joined = (large: number, unit: string, small: number, smallUnit: string): string =>
  small === 0 ? `${large} ${unit}` : `${large} ${unit} ${small} ${smallUnit}`;
