import { type CheckFinding, finding } from '@slipway/domain';
import { VERSION } from '../version.js';
import { attempt, type CheckContext, visit } from './check-context.js';

/** The API version that this CLI supports. */
const API_MAJOR = '1';

const NOT_READY: Readonly<Record<string, string>> = {
  database:
    'Check that PostgreSQL is running and DATABASE_URL is correct; `npm run doctor` on the server shows more.',
  queue: 'Check that Redis is running and REDIS_URL is correct; `npm run doctor` on the server shows more.',
  migrations:
    'Apply the migrations of the release: `npm start` does so on every start; otherwise see infra/docs/operate/deploy.md.',
  draining: 'The process is stopping. If it does not come back, check its log.',
  api: 'The assistant server cannot reach the API: check API_URL.',
};

interface Readiness {
  readonly not_ready?: readonly string[];
  readonly warnings?: readonly string[];
}

export async function checkReadiness(context: CheckContext): Promise<CheckFinding[]> {
  const answer = await visit(`${context.host}/readyz`, context);
  const readiness = (await answer.json().catch(() => ({}))) as Readiness;
  const { not_ready: notReady = [], warnings = [] } = readiness;
  if (!answer.ok) {
    const names = notReady.length === 0 ? `status ${answer.status}` : notReady.join(', ');
    const remedy = notReady.map((name) => NOT_READY[name] ?? `Check the log for ${name}.`).join(' ');
    return [
      finding.problem('readiness', `The service is not ready: ${names}.`, remedy || 'Check the service log.'),
    ];
  }
  const remedy =
    'Set it as described in infra/docs/operate/operations.md; `npm run doctor` on the server checks it.';
  return [
    finding.ok('readiness', 'The service is ready.'),
    ...warnings.map((text) => finding.warning('readiness', text, remedy)),
  ];
}

const TIERS = [
  { tier: 'webhooks', path: '/webhooks/github/verify', status: 200 },
  { tier: 'console', path: '/sign-in', status: 200 },
  { tier: 'assistants', path: '/mcp', status: 401 },
];

/** Checks that the public address leads to every tier: a proxy may lack the route to one. */
export async function checkTiers(context: CheckContext): Promise<CheckFinding[]> {
  const found = await Promise.all(TIERS.map((one) => attempt(one.tier, () => checkTier(one, context))));
  return found.flat();
}

async function checkTier(
  { tier, path, status }: (typeof TIERS)[number],
  context: CheckContext,
): Promise<CheckFinding[]> {
  const answer = await visit(`${context.host}${path}`, context);
  await answer.arrayBuffer();
  // Before the first account exists, the console redirects to the page that creates it.
  if (answer.status === status || answer.headers.get('location') === '/setup') {
    return [finding.ok(tier, `${path} answers.`)];
  }
  const folder = path.split('/').slice(0, 2).join('/');
  const remedy = `Let the proxy pass ${folder} on to the tier, and check that the tier is running.`;
  return [finding.problem(tier, `${path} answers ${answer.status} instead of ${status}.`, remedy)];
}

/** Checks that the OpenAPI document can be read and has a version that this CLI supports. */
export async function checkVersion(context: CheckContext): Promise<CheckFinding[]> {
  const answer = await visit(`${context.host}/api/v1/openapi.json`, context);
  const { info } = (await answer.json().catch(() => ({}))) as { info?: { version?: string } };
  if (info?.version === undefined) {
    const remedy = 'Let the proxy pass /api on to the API, and check that the API is running.';
    return [finding.problem('version', 'Cannot read the API description.', remedy)];
  }
  const text = `The API is version ${info.version}; this command line is ${VERSION}.`;
  if (info.version.split('.')[0] === API_MAJOR) return [finding.ok('version', text)];
  return [finding.problem('version', text, 'Install the command line from the same release as the service.')];
}
