import { parseArgs } from 'node:util';
import { runTask } from '@slipway/runtime';
import { linkToSignUp } from './link-to-sign-up.js';

const USAGE = `usage: npm run --silent create-account -- <email address>

Prints a link with which the owner of this address creates an account with a project, whatever SIGN_UP is. The link
works once and expires in seven days. Send it to them: Slipway does not.
`;

const { values, positionals } = parseArgs({
  options: { help: { type: 'boolean', short: 'h' } },
  allowPositionals: true,
});
const [email] = positionals;
if (values.help) process.stdout.write(USAGE);
else if (email === undefined || positionals.length > 1) refuse(USAGE);
else if (!/^[^\s@<>]+@[^\s@<>]+$/.test(email)) refuse(`“${email}” is not an email address.\n`);
else
  await runTask({
    title: 'slipway-create-account',
    unneeded: ['REDIS_URL'],
    async run({ settings }) {
      process.stdout.write(`${await linkToSignUp(settings, email)}\n`);
    },
  });

function refuse(text: string): void {
  process.stderr.write(text);
  process.exitCode = 1;
}
