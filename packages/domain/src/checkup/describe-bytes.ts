const UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];

/** A size in words, such as `1.5 GiB`. */
export function describeBytes(bytes: number): string {
  const power = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), UNITS.length - 1);
  return `${(bytes / 1024 ** power).toFixed(power === 0 ? 0 : 1)} ${UNITS[power]}`;
}
