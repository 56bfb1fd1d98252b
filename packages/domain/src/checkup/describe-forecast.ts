import type { DiskForecast } from './disk-forecast.js';

const UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];

/** A size in words, such as `1.5 GiB`. */
export function describeBytes(bytes: number): string {
  const power = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), UNITS.length - 1);
  return `${(bytes / 1024 ** power).toFixed(power === 0 ? 0 : 1)} ${UNITS[power]}`;
}

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

export function describeGrowth({ bytesPerDay }: DiskForecast): string {
  if (bytesPerDay === null) return 'The growth is unknown until there is a day of data.';
  return `The database grows by about ${describeBytes(bytesPerDay)} a day.`;
}
