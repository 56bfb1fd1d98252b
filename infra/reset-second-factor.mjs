/** `npm run --silent reset-second-factor -- <email address>` removes the second factor of a user who has lost it. */
import { runWorkerCommand } from './worker-command.mjs';

await runWorkerCommand('reset-second-factor/main.js');
