import { TimeoutError } from '@slipway/domain';

const OUTAGE_CODES: ReadonlySet<string | undefined> = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO']);

/** True when an error means that a disk is full, read-only, broken or silent, not that a setting is wrong. */
export function isDiskOutage(error: unknown): boolean {
  return error instanceof TimeoutError || OUTAGE_CODES.has((error as NodeJS.ErrnoException).code);
}
