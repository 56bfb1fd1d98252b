import type { Database } from '@slipway/db';
import type { Clock } from '@slipway/domain';
import type { ProcessContext } from '@slipway/runtime';
import { serveDatabasePage } from './database-page.js';
import { operatorAccess } from './operator-access.js';
import { serveQueueBoard } from './queue-board.js';

/** Shows the queues and the database to operators, only on the internal port and only if they set a password. */
export function serveOperatorPages(context: ProcessContext, database: Database, clock: Clock): void {
  const { OPERATOR_PASSWORD: password, METRICS_HOST: host, METRICS_PORT: port } = context.settings;
  if (password === '') return;
  // Both pages count wrong passwords together.
  const access = operatorAccess(password, clock);
  const urlOf = (path: string) => `http://${host}:${port}${path}`;
  context.logger.info({ url: urlOf(serveQueueBoard(context, access)) }, 'queue board served');
  context.logger.info(
    { url: urlOf(serveDatabasePage(context, { database, clock, access })) },
    'database page served',
  );
}
