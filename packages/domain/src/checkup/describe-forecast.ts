import { describeBytes } from './describe-bytes.js';
import type { DiskForecast } from './disk-forecast.js';

/** How full the disk is, and when it will be full. */
export function describeDisk({ bytes, limitBytes, fullInDays }: DiskForecast): string {
  if (limitBytes === null)
    return `${describeBytes(bytes)} are used. Set DATABASE_DISK_GB to learn when the disk will be full.`;
  const used = `${describeBytes(bytes)} of ${describeBytes(limitBytes)} are used`;
  if (fullInDays === null) return `${used}. When the disk will be full is unknown until there is a day of data.`;
  if (fullInDays === 'never') return `${used}. The database levels off below that.`;
  const days = Math.floor(fullInDays);
  if (days === 0) return `${used}. The disk is full, or will be within a day.`;
  return `${used}. The disk will be full in about ${days} ${days === 1 ? 'day' : 'days'}.`;
}

/** What the database grows by each day. */
export function describeGrowth({ bytesPerDay }: DiskForecast): string {
  if (bytesPerDay === null) return 'The growth is unknown until there is a day of data.';
  return `The database grows by about ${describeBytes(bytesPerDay)} a day.`;
}
