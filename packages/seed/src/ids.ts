/** Assigns row numbers across all projects, so that an id belongs to only one project. */
export interface Ids {
  next(table: string): number;
}

export function countIds(): Ids {
  const last = new Map<string, number>();
  return {
    next(table) {
      const id = (last.get(table) ?? 0) + 1;
      last.set(table, id);
      return id;
    },
  };
}
