import { defineQuery } from '../../define-query.js';
import { sql } from '../../sql.js';

/** Lets one transaction at a time change how a user signs in. */
export const lockUser = defineQuery({
  name: 'lock user',
  columns: {},
  examples: [1],
  build: (userId: number) => sql`SELECT FROM users WHERE id = ${userId} FOR NO KEY UPDATE`,
});
