import { parseArgs } from 'node:util';
import { runTask } from '@slipway/runtime';
import { resetSecondFactor } from './reset-second-factor.js';

const USAGE = `usage: npm run --silent reset-second-factor -- <email address>

Removes the second factor of a user who has lost it and whom no owner can help: an account's only owner, or a member of
accounts with different owners. Their sessions end, they are informed by email, and the audit log of each of their
accounts records it. Exits with 1 if the user has no second factor.
`;

const { values, positionals } = parseArgs({
  options: { help: { type: 'boolean', short: 'h' } },
  allowPositionals: true,
});
const [email] = positionals;
if (values.help) process.stdout.write(USAGE);
else if (email === undefined || positionals.length > 1) {
  process.stderr.write(USAGE);
  process.exitCode = 1;
} else
  await runTask({
    title: 'slipway-reset-second-factor',
    unneeded: ['REDIS_URL'],
    async run({ settings }) {
      const isRemoved = await resetSecondFactor(settings, email, (line) => void process.stdout.write(`${line}\n`));
      process.exitCode = isRemoved ? 0 : 1;
    },
  });
