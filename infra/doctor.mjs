/** `npm run --silent doctor` checks a deployment from its server: settings, PostgreSQL, Redis, spool and mail. */
import { runWorkerCommand } from './worker-command.mjs';

await runWorkerCommand('doctor/main.js');
