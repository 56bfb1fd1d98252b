/** `npm run backup -- <folder>` backs up PostgreSQL, Redis and the spool together, while the service runs. */
import { parseArgs } from 'node:util';
import { runDataCommand } from './data-command.mjs';
import { root } from './workspace.mjs';

const USAGE = `usage: npm run backup -- <folder> [--spool <folder>]...

Backs up what npm start runs, or the servers at DATABASE_URL (DATABASE_DIRECT_URL) and REDIS_URL, into a new folder. The
service may run meanwhile. --spool names the spools of ingest hosts, if they are not at SPOOL_DIR.
infra/docs/operate/backup.md says what a backup contains.
`;

const options = { spool: { type: 'string', multiple: true, default: [] }, help: { type: 'boolean', short: 'h' } };
await runDataCommand({ usage: USAGE, parse: () => parseArgs({ options, allowPositionals: true }) }, (given) =>
  given.commands.runBackup({ ...given, root, spools: given.values.spool }),
);
