import { parseArgs } from 'node:util';
import { describeFindings } from '@slipway/domain';
import { examine } from './examine.js';

const USAGE = `usage: npm run --silent doctor -- [--json]

Checks settings, PostgreSQL, Redis, the spool and mail of a deployment, with the environment of the service.
Exits with 1 if there is a problem; warnings do not count.
`;

const { values } = parseArgs({ options: { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } });
if (values.help) process.stdout.write(USAGE);
else {
  const findings = await examine();
  const isHealthy = findings.every(({ state }) => state !== 'problem');
  const report = values.json
    ? `${JSON.stringify({ healthy: isHealthy, findings }, null, 2)}\n`
    : `${describeFindings(findings).join('\n')}\n`;
  process.stdout.write(report);
  process.exitCode = isHealthy ? 0 : 1;
}
