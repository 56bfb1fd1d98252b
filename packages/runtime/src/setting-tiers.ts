import type { Settings } from './settings.js';

/** Who reads a setting: the process of an image, or `npm start`, which runs them all. */
export type SettingTier = 'ingest' | 'worker' | 'api' | 'console' | 'mcp' | 'migrate' | 'npm start';

const SERVICES: readonly SettingTier[] = ['ingest', 'worker', 'api', 'console'];
const PUBLIC: readonly SettingTier[] = ['ingest', 'api', 'console', 'mcp'];
const REQUESTS: readonly SettingTier[] = ['api', 'console'];
/** Logs are stored by the workers, and read by those who serve them. */
const STORING: readonly SettingTier[] = ['worker', ...REQUESTS];
const DAEMONS: readonly SettingTier[] = [...SERVICES, 'mcp'];

/**
 * The processes that read each setting. `npm start` passes all of them on. The worker's settings include those that
 * `doctor` checks in its container.
 */
export const SETTING_TIERS: Readonly<Record<keyof Settings, readonly SettingTier[]>> = {
  NODE_ENV: ['npm start'],
  PORT: PUBLIC,
  METRICS_PORT: DAEMONS,
  METRICS_HOST: DAEMONS,
  HOST: PUBLIC,
  BASE_URL: ['worker', 'api', 'console', 'mcp'],
  DATABASE_URL: [...SERVICES, 'migrate'],
  DATABASE_DIRECT_URL: ['ingest', 'worker', 'api', 'console', 'migrate'],
  DATABASE_REPLICA_URL: ['worker', ...REQUESTS],
  DATABASE_REPLICA_MAX_LAG_MS: ['worker', ...REQUESTS],
  DATABASE_POOL_SIZE: SERVICES,
  REDIS_URL: SERVICES,
  REDIS_SENTINEL_USERNAME: SERVICES,
  REDIS_SENTINEL_PASSWORD: SERVICES,
  REDIS_TLS_CA_FILE: SERVICES,
  REDIS_TLS_CERT_FILE: SERVICES,
  REDIS_TLS_KEY_FILE: SERVICES,
  REDIS_WAIT_REPLICAS: SERVICES,
  QUEUE_SHARDS: SERVICES,
  APP_SECRET: SERVICES,
  APP_SECRET_ALSO_ACCEPTED: SERVICES,
  DATA_DIR: ['ingest', 'worker', 'console'],
  TRUST_PROXY: DAEMONS,
  GENERAL_RATE_LIMIT: REQUESTS,
  GENERAL_RATE_LIMIT_EXEMPT: ['api'],
  TASK_WRITE_RATE_LIMIT: REQUESTS,
  INGEST_PROCESSES: ['ingest', 'npm start'],
  WEBHOOK_RATE_LIMIT: ['ingest'],
  WEBHOOK_AUTH_FAILURE_LIMIT: ['ingest'],
  WEBHOOK_BODY_LIMIT: ['ingest'],
  LOG_LIMIT: ['worker'],
  LOG_DAILY_LIMIT: ['worker'],
  INVESTIGATION_CREDIT_COST: ['worker', ...REQUESTS],
  INVESTIGATION_DAILY_LIMIT: REQUESTS,
  INVESTIGATION_LLM_URL: ['worker'],
  INVESTIGATION_LLM_MODEL: ['worker'],
  INVESTIGATION_LLM_KEY: ['worker'],
  INVESTIGATION_LLM_TIMEOUT_MS: ['worker'],
  SPOOL_DIR: ['ingest', 'worker'],
  SPOOL_LIMIT: ['ingest', 'worker'],
  OBJECT_STORE_DIR: STORING,
  OBJECT_STORE_URL: STORING,
  OBJECT_STORE_CA_FILE: STORING,
  AWS_ACCESS_KEY_ID: STORING,
  AWS_SECRET_ACCESS_KEY: STORING,
  AWS_SESSION_TOKEN: STORING,
  SMTP_URL: ['worker'],
  MAIL_FROM: ['worker'],
  SIGN_UP: ['console'],
  DELIVERY_RETENTION_DAYS: ['worker', 'console'],
  BUILD_RETENTION_DAYS: ['worker', 'console'],
  BUILD_LOG_RETENTION_DAYS: ['worker', 'console'],
  CHANGE_RETENTION_DAYS: ['worker', 'console'],
  DEPLOYMENT_RETENTION_DAYS: ['worker', 'console'],
  ASSET_RETENTION_DAYS: ['worker', 'console'],
  REFERENCE_RETENTION_DAYS: ['worker', 'console'],
  DATABASE_DISK_GB: ['worker', 'console'],
  OPERATOR_PASSWORD: ['console'],
  LOG_LEVEL: [...DAEMONS, 'migrate'],
  JENKINS_ALLOWED_NETWORKS: ['worker'],
  NOTIFICATION_ALLOWED_NETWORKS: ['worker', 'console'],
  SSO_ALLOWED_NETWORKS: ['console'],
  WORKER_CONCURRENCY: ['worker'],
  API_URL: ['mcp'],
  MCP_TOOLSETS: ['mcp'],
  MCP_READ_ONLY: ['mcp'],
  OTEL_EXPORTER_OTLP_ENDPOINT: DAEMONS,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: DAEMONS,
  LISTEN_FD: ['npm start'],
  WORKER_METRICS_URL: ['npm start'],
};
