/** A record without the fields that say nothing: undefined, null and empty text. */
export function omitEmpty<T extends object>(fields: { [K in keyof T]: T[K] | null | undefined }): Partial<T> {
  const kept = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null && value !== '');
  return Object.fromEntries(kept) as Partial<T>;
}
