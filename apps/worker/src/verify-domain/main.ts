import { parseArgs } from 'node:util';
import { runTask } from '@slipway/runtime';
import { verifyDomain } from './verify-domain.js';

const USAGE = `usage: npm run --silent verify-domain -- <account number> <domain>

Verifies the domain of an account for single sign-on, where Slipway cannot reach public DNS. Everyone with an address in
the domain can then join the account through its identity provider: make sure that the domain is theirs.
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean', short: 'h' } },
});
const [accountId, domain] = positionals;
if (values.help || accountId === undefined || domain === undefined) {
  process.stdout.write(USAGE);
  process.exitCode = values.help ? 0 : 2;
} else
  await runTask({
    title: 'slipway-verify-domain',
    unneeded: ['REDIS_URL'],
    async run({ settings }) {
      const { isVerified, text } = await verifyDomain(settings, accountId, domain);
      process.stdout.write(`${text}\n`);
      process.exitCode = isVerified ? 0 : 1;
    },
  });
