/** `npm run --silent verify-domain -- <account number> <domain>` verifies a domain for single sign-on without DNS. */
import { runWorkerCommand } from './worker-command.mjs';

await runWorkerCommand('verify-domain/main.js');
