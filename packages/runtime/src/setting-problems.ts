import type { ErrorObject } from 'ajv/dist/2020.js';
import { DATABASE_URLS } from './database-urls.js';

const SECRETS: ReadonlySet<string> = new Set([
  'APP_SECRET',
  'APP_SECRET_ALSO_ACCEPTED',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'INVESTIGATION_LLM_KEY',
  ...DATABASE_URLS,
  'OPERATOR_PASSWORD',
  'REDIS_SENTINEL_PASSWORD',
  'REDIS_URL',
  'SMTP_URL',
]);

const HISTORY_MEANING =
  'must be a number of days from 90, because the feed and the metrics cover 90 days, to 3650';

const MEANINGS: Readonly<Record<string, string>> = {
  PORT: 'is not a port number (1-65535)',
  METRICS_PORT: 'is not a port number (0-65535)',
  BASE_URL: 'is not an http or https address',
  API_URL: 'is not an http or https address',
  INVESTIGATION_LLM_URL: 'is not an http or https address',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'is not an http or https address',
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'is not an http or https address',
  DATABASE_URL: 'must start with postgres:// or postgresql://',
  DATABASE_DIRECT_URL: 'must start with postgres:// or postgresql://',
  DATABASE_REPLICA_URL: 'must start with postgres:// or postgresql://',
  APP_SECRET: 'must have at least 16 characters',
  APP_SECRET_ALSO_ACCEPTED: 'must be values of at least 16 characters, separated by commas without spaces',
  BUILD_RETENTION_DAYS: HISTORY_MEANING,
  BUILD_LOG_RETENTION_DAYS: HISTORY_MEANING,
  CHANGE_RETENTION_DAYS: HISTORY_MEANING,
  DEPLOYMENT_RETENTION_DAYS: HISTORY_MEANING,
  ASSET_RETENTION_DAYS: HISTORY_MEANING,
  REFERENCE_RETENTION_DAYS: HISTORY_MEANING,
  DATABASE_DISK_GB: 'must be a number of GiB, at least 1',
  OPERATOR_PASSWORD: 'must have at least 12 characters',
  SMTP_URL: 'must start with smtp:// or smtps://',
  MAIL_FROM: 'must be an address, or a name followed by an address in angle brackets',
  JENKINS_ALLOWED_NETWORKS: 'must be CIDR blocks such as 10.20.0.0/16, or private, separated by commas',
  NOTIFICATION_ALLOWED_NETWORKS: 'must be CIDR blocks such as 10.20.0.0/16, or private, separated by commas',
  SSO_ALLOWED_NETWORKS: 'must be CIDR blocks such as 10.20.0.0/16, or private, separated by commas',
  GENERAL_RATE_LIMIT_EXEMPT: 'must be networks such as 10.20.0.0/16 or 2001:db8::/32, separated by commas',
  TRUST_PROXY: 'must be off, a number of proxies, or their addresses separated by commas',
};

/** What is wrong with a setting, in one line that reveals no secret. */
export function describeProblem(problem: ErrorObject, env: NodeJS.ProcessEnv): string {
  if (problem.keyword === 'required') return `${String(problem.params['missingProperty'])}: is required`;
  const name = problem.instancePath.slice(1);
  const shown = SECRETS.has(name) ? '' : ` "${env[name] ?? ''}"`;
  const allowed = problem.params['allowedValues'];
  const meaning = Array.isArray(allowed)
    ? `must be one of ${allowed.join(', ')}`
    : (problem.message ?? 'is invalid');
  return `${name}:${shown} ${MEANINGS[name] ?? meaning}`;
}
