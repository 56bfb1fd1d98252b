export function omitEmpty<T extends object>(fields: { [K in keyof T]: T[K] | null | undefined }): Partial<T> {
  const present = Object.entries(fields).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  );
  return Object.fromEntries(present) as Partial<T>;
}
