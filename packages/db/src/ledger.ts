import { columnName, columnsOf } from './columns.js';
import { raw, sql } from './sql.js';

/** The columns of a delivery, the same in both tables. */
export const LEDGER_COLUMNS = raw(Object.keys(columnsOf('Delivery')).map(columnName).join(', '));

/**
 * Every delivery in the delivery log: those of the retained days, and older ones of projects under a legal hold. The
 * planner walks the indexes of both as if they were one table.
 */
export const LEDGER = sql`(SELECT ${LEDGER_COLUMNS} FROM deliveries UNION ALL SELECT ${LEDGER_COLUMNS} FROM held_deliveries)`;
