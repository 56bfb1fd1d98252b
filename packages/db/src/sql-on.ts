import type { Prisma } from './generated/client.js';
import type { Queryable } from './sql.js';

type Row = Record<string, unknown>;

/**
 * Runs the SQL of hot paths through Prisma, for transactions that also use models. It costs more than using the driver
 * directly (infra/docs/decisions/data-layer.md), but not enough to matter in these transactions.
 */
export function sqlOn(prisma: Prisma.TransactionClient): Queryable {
  return {
    async query({ text, values = [], countsOnly = false }) {
      if (countsOnly) return { rows: [], rowCount: await prisma.$executeRawUnsafe(text, ...values) };
      const rows = await prisma.$queryRawUnsafe<Row[]>(text, ...values);
      for (const row of rows) for (const name in row) row[name] = asDriverReads(row[name]);
      return { rows, rowCount: rows.length };
    },
  };
}

/** Returns row ids as numbers, like `query`. */
function asDriverReads(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  return Array.isArray(value) ? value.map(asDriverReads) : value;
}
