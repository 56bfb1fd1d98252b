/** `npm run --silent rotate-secret` encrypts stored secrets with the present APP_SECRET. */
import { runWorkerCommand } from './worker-command.mjs';

await runWorkerCommand('rotate-secret/main.js');
