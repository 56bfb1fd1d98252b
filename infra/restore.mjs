/** `npm run restore -- <folder>` restores what `npm run backup` has backed up. */
import { parseArgs } from 'node:util';
import { runDataCommand } from './data-command.mjs';
import { root } from './workspace.mjs';

const USAGE = `usage: npm run restore -- <folder> [--overwrite] [--without-secret]

Restores a backup into an empty database and adds what was queued and spooled. Stop every Slipway process first.
--overwrite       deletes the data of a database that has been in use
--without-secret  goes on without the APP_SECRET of the backup; nothing can decrypt the stored secrets then
infra/docs/operate/backup.md says what is lost in which case.
`;

const options = {
  overwrite: { type: 'boolean', default: false },
  'without-secret': { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h' },
};
await runDataCommand({ usage: USAGE, parse: () => parseArgs({ options, allowPositionals: true }) }, (given) => {
  const { overwrite, 'without-secret': withoutSecret } = given.values;
  return given.commands.runRestore({ ...given, root, overwrite, withoutSecret });
});
