import type { OnTable } from '@slipway/prisma';

const MEGABYTE = 1_000_000;

/** Reports the progress of a step that goes through all tables. */
export function onTable(doing: string, update: (detail: string) => void): OnTable {
  return ({ table, place, tables, bytes }) =>
    update(`${doing}: ${table}, ${place} of ${tables}, ${Math.round(bytes / MEGABYTE)} MB so far`);
}
