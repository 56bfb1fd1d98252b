/** A delivery as made by its sender, before it is signed. */
export interface Webhook {
  /** Path below /webhooks. */
  readonly endpoint: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: object;
  /** Sends the body as a form: its fields, or the JSON in the field `payload`. */
  readonly form?: 'fields' | 'payload';
}

const HOUR_MS = 3_600_000;
/** A whole second within the default range of the feed. */
const START = Math.floor((Date.now() - 6 * HOUR_MS) / 1000) * 1000;

/** A number of minutes after the start, in epoch milliseconds. */
export function millis(minutes: number): number {
  return START + minutes * 60_000;
}

/** A number of minutes after the start, in REST format. */
export function time(minutes: number): string {
  return new Date(millis(minutes)).toISOString();
}

/** The same time in another time zone, without milliseconds. */
export function timeWithOffset(minutes: number, hours: number): string {
  const local = new Date(millis(minutes) + hours * HOUR_MS).toISOString().slice(0, 19);
  const sign = hours < 0 ? '-' : '+';
  return `${local}${sign}${String(Math.abs(hours)).padStart(2, '0')}:00`;
}
