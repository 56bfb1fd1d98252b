/** `npm run --silent create-account -- <email address>` prints a link with which its owner creates an account. */
import { runWorkerCommand } from './worker-command.mjs';

await runWorkerCommand('create-account/main.js');
