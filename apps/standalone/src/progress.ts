import type { OnTable } from '@slipway/prisma';

/** Prints the progress of the start; infra/progress.mjs implements it. */
export interface Progress {
  step<T>(
    text: { doing: string; done: string | ((result: T) => string) },
    work: (update: (detail: string) => void) => Promise<T>,
  ): Promise<T>;
  info(line?: string): void;
  warn(line: string): void;
  fail(line: string): void;
  bold(text: string): string;
  dim(text: string): string;
}

const MEGABYTE = 1_000_000;

/** Reports the progress of a step that goes through all tables. */
export function onTable(doing: string, update: (detail: string) => void): OnTable {
  return ({ table, place, tables, bytes }) =>
    update(`${doing}: ${table}, ${place} of ${tables}, ${Math.round(bytes / MEGABYTE)} MB so far`);
}
