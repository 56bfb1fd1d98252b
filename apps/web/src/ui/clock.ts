const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

let zone = browserZone();

/** Shows all times in a person's own time zone; null means the zone of the browser. */
export function setTimeZone(chosen: string | null): void {
  zone = chosen ?? browserZone();
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Formats a time in the person's zone. Formatters are kept, because creating one takes longer than rendering a row. */
export function formatTime(time: Date, options: Intl.DateTimeFormatOptions, locale?: string): string {
  const key = `${zone} ${locale} ${JSON.stringify(options)}`;
  const known = formatters.get(key);
  const formatter = known ?? new Intl.DateTimeFormat(locale, { ...options, timeZone: zone });
  if (known === undefined) formatters.set(key, formatter);
  return formatter.format(time);
}

/** The calendar day of a time in the person's zone, as `2026-11-15`. */
export const localDay = (time: Date): string =>
  formatTime(time, { year: 'numeric', month: '2-digit', day: '2-digit' }, 'en-CA');
