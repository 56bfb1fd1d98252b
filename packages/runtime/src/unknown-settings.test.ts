import { expect, it } from '@jest/globals';
import { findUnknownSettings } from './unknown-settings.js';

it.each([
  ['WORKER_CONCURENCY', 'WORKER_CONCURRENCY'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['DATABASE_POOLSIZE', 'DATABASE_POOL_SIZE'],
  ['WEBHOOK_RATELIMIT', 'WEBHOOK_RATE_LIMIT'],
  ['TRUSTED_PROXY', 'TRUST_PROXY'],
  ['SEED_DEMOS', 'SEED_DEMO'],
])('%s was probably meant to be %s', (name, nearest) => {
  expect(findUnknownSettings({ [name]: '1' })).toEqual([{ name, nearest }]);
});

it('variables of the system, of Kubernetes, npm, OpenTelemetry and the command line are no settings', () => {
  const names = [
    ...['HOME', 'PATH', 'USER', 'SHELL', 'TERM', 'LANG', 'PWD', 'HOSTNAME', 'LOGNAME', 'TZ', 'CI', 'EDITOR'],
    ...['NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS', 'NODE_VERSION', 'npm_config_port', 'PGHOST', 'PGDATABASE'],
    ...['KUBERNETES_PORT', 'KUBERNETES_SERVICE_HOST', 'API_PORT', 'POSTGRES_PASSWORD', 'REDIS_PASSWORD'],
    ...['OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT', 'SLIPWAY_HOST', 'PORT', 'SEED_DEMO'],
  ];
  expect(findUnknownSettings(Object.fromEntries(names.map((name) => [name, 'x'])))).toEqual([]);
});
