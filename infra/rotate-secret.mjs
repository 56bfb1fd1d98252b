/** `npm run --silent rotate-secret` encrypts the stored secrets with the current APP_SECRET. */
import { runWorkerCommand } from './worker-command.mjs';

await runWorkerCommand('rotate-secret/main.js');
