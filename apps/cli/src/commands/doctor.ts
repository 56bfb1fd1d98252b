import { type CheckFinding, describeFindings } from '@slipway/domain';
import { CliError } from '../cli-error.js';
import { defineCommand } from '../define-command.js';
import { checkAddress } from '../doctor/check-address.js';
import { checkCertificate } from '../doctor/check-certificate.js';
import { attempt, type CheckContext } from '../doctor/check-context.js';
import { checkMetrics } from '../doctor/check-metrics.js';
import { checkReadiness, checkTiers, checkVersion } from '../doctor/check-service.js';
import { checkToken } from '../doctor/check-token.js';
import { column } from '../output/columns.js';
import type { Output } from '../output/output.js';

export const command = defineCommand({
  summary: 'Check a service from outside, and explain what is wrong and how to fix it',
  description:
    'Checks the address, its certificate, the clock, every tier, the API version and your token. Exits with 1 if there is a problem; warnings do not count. `npm run doctor` on the server checks the settings, PostgreSQL, Redis and the disk.',
  examples: [
    'slipway doctor',
    'slipway doctor --host https://slipway.example.com',
    'slipway doctor --metrics http://127.0.0.1:8080/metrics --json state,check,text',
  ],
  options: {
    metrics: {
      kind: 'text',
      value: 'address',
      description: 'internal address of /metrics, to also check the queues',
    },
  },
  json: ['check', 'state', 'text', 'remedy'],
  async run({ session, signal, output }, { metrics }) {
    const { host, credentials } = await session();
    const progress = output.progress(`Checking ${host} …`);
    const findings = await examine({ host, token: credentials?.token, signal }, metrics).finally(() =>
      progress.stop(),
    );
    if (output.isTerminal && output.json === null) printFindings(findings, output);
    else await output.list(findings, { columns, empty: '' });
    const problems = findings.filter(({ state }) => state === 'problem').length;
    if (problems > 0) throw new CliError(problems === 1 ? '1 problem found.' : `${problems} problems found.`);
  },
});

const columns = [
  column<CheckFinding>('STATE', ({ state }) => state),
  column<CheckFinding>('CHECK', ({ check }) => check),
  column<CheckFinding>('TEXT', ({ text }) => text),
  column<CheckFinding>('REMEDY', ({ remedy }) => remedy),
];

async function examine(context: CheckContext, metrics: string | undefined): Promise<CheckFinding[]> {
  const [{ findings, reached }, certificate] = await Promise.all([
    checkAddress(context),
    checkCertificate(context),
  ]);
  // If the service does not respond, only the address and its certificate can be checked.
  const isUnreachable = !reached && findings.length > 0;
  const inner = reached
    ? [
        attempt('readiness', () => checkReadiness(context)),
        attempt('tiers', () => checkTiers(context)),
        attempt('version', () => checkVersion(context)),
        attempt('token', async () => [await checkToken(context)]),
      ]
    : [];
  const beside = metrics === undefined ? [] : [checkMetrics(metrics, context)];
  const later = await Promise.all([...inner, ...beside]);
  return [...findings, ...(isUnreachable ? [] : certificate), ...later.flat()];
}

function printFindings(findings: readonly CheckFinding[], { colours, colouredLine }: Output): void {
  const paints = { ok: colours.green, warning: colours.yellow, problem: colours.red };
  for (const text of describeFindings(findings, (state, word) => paints[state](word))) colouredLine(text);
}
