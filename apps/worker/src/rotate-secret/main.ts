import { parseArgs } from 'node:util';
import { runTask } from '@slipway/runtime';
import { rotateSecret } from './rotate-secret.js';

const USAGE = `usage: npm run --silent rotate-secret

Encrypts the stored secrets of integrations, identity providers and second factors, and the masked values of projects,
with APP_SECRET, where they still need a value of APP_SECRET_ALSO_ACCEPTED.
Every process must accept both values first: infra/docs/operate/runbook.md, "Rotating APP_SECRET", has the steps. It can run
while all processes do, and can be repeated. Exits with 1 if a secret remains that APP_SECRET does not decrypt.
`;

const { values } = parseArgs({ options: { help: { type: 'boolean', short: 'h' } } });
if (values.help) process.stdout.write(USAGE);
else
  await runTask({
    title: 'slipway-rotate-secret',
    unneeded: ['REDIS_URL'],
    async run({ settings }) {
      const isDone = await rotateSecret(settings, (line) => void process.stdout.write(`${line}\n`));
      process.exitCode = isDone ? 0 : 1;
    },
  });
