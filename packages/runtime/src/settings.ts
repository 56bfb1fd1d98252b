import { isIP } from 'node:net';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import Type, { type Static } from 'typebox';
import { databaseUrlProblems } from './database-urls.js';
import { parseNetworks } from './networks.js';
import { objectStoreProblems } from './object-store-settings.js';
import { defaultWaitReplicas, redisProblems } from './redis-settings.js';
import { describeProblem } from './setting-problems.js';

const MEBIBYTE = 1024 * 1024;

/** The feed and the metrics cover 90 days. */
const HISTORY_DAYS = { minimum: 90, maximum: 3_650 };

const NETWORK = '(private|[0-9a-fA-F.:]+/[0-9]{1,3})';
/** Each value is used as it is, including a trailing line break, which secret files often have. */
const APP_SECRET_LIST = '^([^,\\s][^,]{15,}(,[^,\\s][^,]{15,})*)?$';
const NETWORKS = `^( *${NETWORK} *(, *${NETWORK} *)*)?$`;

/**
 * Every setting, read from the environment. Settings without a default are required. infra/docs/operate/settings.md is generated
 * from this object: the comment above a setting is its meaning there, and `SETTING_TIERS` says who reads it.
 */
export const Settings = Type.Object({
  /** With `production`, `npm start` does not generate an APP_SECRET but requires one. */
  NODE_ENV: Type.String({ default: 'development' }),
  /** The public port. */
  PORT: Type.Integer({ minimum: 1, maximum: 65_535, default: 8080 }),
  /** The internal port, with metrics and the operator's pages; 0 picks a free one. Do not publish it. */
  METRICS_PORT: Type.Integer({ minimum: 0, maximum: 65_535, default: 9464 }),
  /** The address that the internal port listens on; `0.0.0.0` in the images. */
  METRICS_HOST: Type.String({ minLength: 1, default: '127.0.0.1' }),
  /** The address that the public port listens on; `npm start` uses `127.0.0.1` unless it is set. */
  HOST: Type.String({ minLength: 1, default: '0.0.0.0' }),
  /** The address that browsers show, for links and the check of origins; with https, cookies are `Secure`. */
  BASE_URL: Type.String({ pattern: '^(https?://[^\\s/]+.*)?$', default: '' }),
  /**
   * The primary, or pgBouncer in front of it. The parameter `pgbouncer=true` means that it points to pgBouncer in
   * transaction mode. See postgresql.md.
   */
  DATABASE_URL: Type.String({ pattern: '^postgres(ql)?://' }),
  /**
   * The primary itself, for migrations and LISTEN, which need a server session, and for reads of the API and the console
   * while DATABASE_URL does not answer; DATABASE_URL if empty.
   */
  DATABASE_DIRECT_URL: Type.String({ pattern: '^(postgres(ql)?://.+)?$', default: '' }),
  /**
   * A streaming replica for the API's reads, and for those of the console while the primary does not answer; empty for
   * none. The console records its writes for it.
   */
  DATABASE_REPLICA_URL: Type.String({ pattern: '^(postgres(ql)?://.+)?$', default: '' }),
  /** While the replica is further behind than this, the API reads from the primary. */
  DATABASE_REPLICA_MAX_LAG_MS: Type.Integer({ minimum: 1_000, maximum: 600_000, default: 5_000 }),
  /** Connections of a process to each of DATABASE_URL and DATABASE_REPLICA_URL. */
  DATABASE_POOL_SIZE: Type.Integer({ minimum: 2, maximum: 200, default: 10 }),
  /** One server, a Sentinel group or a cluster. See redis.md. */
  REDIS_URL: Type.String(),
  /** The user that the Sentinels themselves require, if any. */
  REDIS_SENTINEL_USERNAME: Type.String({ default: '' }),
  /** The password that the Sentinels themselves require, if any. */
  REDIS_SENTINEL_PASSWORD: Type.String({ default: '' }),
  /** PEM file with the authority that signed the servers' certificates; if empty, those that Node.js trusts. */
  REDIS_TLS_CA_FILE: Type.String({ default: '' }),
  /** PEM file with the client certificate, for servers with `tls-auth-clients yes`. */
  REDIS_TLS_CERT_FILE: Type.String({ default: '' }),
  /** PEM file with the key of the client certificate. */
  REDIS_TLS_KEY_FILE: Type.String({ default: '' }),
  /**
   * How many replicas must have a delivery before it counts as accepted; by default 0 for a single server, otherwise 1.
   */
  REDIS_WAIT_REPLICAS: Type.Integer({ minimum: 0, maximum: 16 }),
  /** How many shards the queues of deliveries have. To raise it, set it for the workers first. See redis.md. */
  QUEUE_SHARDS: Type.Integer({ minimum: 8, maximum: 64, default: 8 }),
  /** Encrypts stored secrets and signs links; the same for every process. `npm start` generates one. */
  APP_SECRET: Type.String({ minLength: 16 }),
  /** Values, comma-separated, that decrypt and verify in addition to APP_SECRET while it is rotated. See runbook.md. */
  APP_SECRET_ALSO_ACCEPTED: Type.String({ pattern: APP_SECRET_LIST, default: '' }),
  /** The folder for what a process writes: the spool, email without SMTP_URL, the setup code. */
  DATA_DIR: Type.String({ minLength: 1, default: '.data' }),
  /** The proxies whose X-Forwarded-For is trusted: `off`, a number of proxies, or their addresses, comma-separated. */
  TRUST_PROXY: Type.String({ pattern: '^(off|[1-9][0-9]?|[0-9a-fA-F.:/]+(,[0-9a-fA-F.:/]+)*)$', default: 'off' }),
  /** Requests per address to the API within five minutes. Visitors of the console get the same number for its pages. */
  GENERAL_RATE_LIMIT: Type.Integer({ minimum: 1, default: 300 }),
  /** Networks in which the API counts requests with a valid token by token instead: comma-separated CIDR blocks. */
  GENERAL_RATE_LIMIT_EXEMPT: Type.String({ format: 'networks', default: '' }),
  /** Task writes per token in a minute. */
  TASK_WRITE_RATE_LIMIT: Type.Integer({ minimum: 1, default: 60 }),
  /** The number of processes that share the port: those of the ingest tier, or of the whole server with `npm start`. */
  INGEST_PROCESSES: Type.Integer({ minimum: 1, maximum: 64, default: 1 }),
  /** Webhooks per integration in a minute. */
  WEBHOOK_RATE_LIMIT: Type.Integer({ minimum: 1, default: 60_000 }),
  /** Webhooks per address that may fail authentication within five minutes. */
  WEBHOOK_AUTH_FAILURE_LIMIT: Type.Integer({ minimum: 1, default: 300 }),
  /** The largest body of a webhook, in bytes. */
  WEBHOOK_BODY_LIMIT: Type.Integer({ minimum: 1024, default: 25 * MEBIBYTE }),
  /** How many bytes of an uploaded log are kept; the middle of a longer one is dropped. See logs.md. */
  LOG_LIMIT: Type.Integer({ minimum: MEBIBYTE, default: 1024 * MEBIBYTE }),
  /** How many bytes of all logs are kept that are uploaded in an account on a day (UTC), before each is cut to 1 MiB. */
  LOG_DAILY_LIMIT: Type.Integer({ minimum: 0, default: 50 * 1024 * MEBIBYTE }),
  /** Credits that an investigation costs. */
  INVESTIGATION_CREDIT_COST: Type.Integer({ minimum: 0, default: 1 }),
  /** Investigations per account and day; days begin at midnight US Eastern. */
  INVESTIGATION_DAILY_LIMIT: Type.Integer({ minimum: 0, default: 25 }),
  /** An OpenAI-compatible endpoint that rewords findings, such as http://127.0.0.1:11434/v1; empty for none. */
  INVESTIGATION_LLM_URL: Type.String({ pattern: '^(https?://[^\\s/]+\\S*)?$', default: '' }),
  /** The model that the endpoint is asked for. */
  INVESTIGATION_LLM_MODEL: Type.String({ default: 'default' }),
  /** The key of the endpoint, if it needs one. */
  INVESTIGATION_LLM_KEY: Type.String({ default: '' }),
  /** How long the endpoint may take; after that, the finding keeps its own words. */
  INVESTIGATION_LLM_TIMEOUT_MS: Type.Integer({ minimum: 100, maximum: 30_000, default: 15_000 }),
  /** The folder for deliveries that Redis does not take; `spool` in DATA_DIR if empty. It must survive the process. */
  SPOOL_DIR: Type.String({ default: '' }),
  /** The size of the spool in bytes; when it is full, webhooks get 503. */
  SPOOL_LIMIT: Type.Integer({ minimum: 65_536, default: 512 * MEBIBYTE }),
  /** The folder for whole logs and large deliveries; `objects` in DATA_DIR if empty. Every process must see the same one. See objects.md. */
  OBJECT_STORE_DIR: Type.String({ default: '' }),
  /** A bucket that is used in place of the folder: s3://bucket/prefix?endpoint=…&region=…. See objects.md. */
  OBJECT_STORE_URL: Type.String({ default: '' }),
  /** PEM file with the authority that signed the certificate of the bucket's server; if empty, those that Node.js trusts. */
  OBJECT_STORE_CA_FILE: Type.String({ default: '' }),
  /** The access key for the bucket. */
  AWS_ACCESS_KEY_ID: Type.String({ default: '' }),
  /** The secret of the access key. */
  AWS_SECRET_ACCESS_KEY: Type.String({ default: '' }),
  /** The token of a temporary access key; it ends with the key, so processes must be restarted with a new one. */
  AWS_SESSION_TOKEN: Type.String({ default: '' }),
  /** The server that sends email; if empty, email is written to files in `mail` under DATA_DIR. */
  SMTP_URL: Type.String({ pattern: '^(smtps?://.+)?$', default: '' }),
  /** The sender of email: an address, or a name followed by an address in angle brackets. */
  MAIL_FROM: Type.String({
    pattern: '^([^<>@\\r\\n]*<[^\\s<>@]+@[^\\s<>@]+>|[^\\s<>@]+@[^\\s<>@]+)?$',
    default: '',
  }),
  /**
   * Who can create accounts: `open` lets anyone sign up with an email address, `invited` lets owners create further
   * accounts, `off` lets nobody. The operator always can, with `npm run create-account`.
   */
  SIGN_UP: Type.Enum(['open', 'invited', 'off'], { default: 'invited' }),
  /** How long the delivery log is retained. */
  DELIVERY_RETENTION_DAYS: Type.Integer({ minimum: 1, maximum: 3_650, default: 30 }),
  /** How long builds are retained, with their logs and investigations; if empty, forever. See operations.md. */
  BUILD_RETENTION_DAYS: Type.Optional(Type.Integer(HISTORY_DAYS)),
  /** How long the logs of builds are retained; if empty, as long as the builds. */
  BUILD_LOG_RETENTION_DAYS: Type.Optional(Type.Integer(HISTORY_DAYS)),
  /** How long changes are retained; if empty, forever. */
  CHANGE_RETENTION_DAYS: Type.Optional(Type.Integer(HISTORY_DAYS)),
  /** How long deployments are retained; if empty, forever. */
  DEPLOYMENT_RETENTION_DAYS: Type.Optional(Type.Integer(HISTORY_DAYS)),
  /** How long the history of assets is retained: earlier versions, and deleted assets; if empty, forever. */
  ASSET_RETENTION_DAYS: Type.Optional(Type.Integer(HISTORY_DAYS)),
  /** How long tracker items are retained that are closed and that nothing mentions; if empty, forever. */
  REFERENCE_RETENTION_DAYS: Type.Optional(Type.Integer(HISTORY_DAYS)),
  /** The disk space that the database may use, in GiB, for the forecast of when it is full; if empty, none is made. */
  DATABASE_DISK_GB: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  /**
   * Opens the queue board and the database page on the internal port to anyone who has this password; if empty, there
   * are none.
   */
  OPERATOR_PASSWORD: Type.String({ pattern: '^(.{12,})?$', default: '' }),
  /** The least severe log lines that are written. */
  LOG_LEVEL: Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], { default: 'info' }),
  /** Private networks in which Jenkins servers may be polled and asked to run builds: CIDR blocks, or `private` for all of them. */
  JENKINS_ALLOWED_NETWORKS: Type.String({ pattern: NETWORKS, default: '' }),
  /** Private networks that notifications, updates of GitHub and requests to run builds again on it may be sent to: CIDR blocks, or `private` for all of them. */
  NOTIFICATION_ALLOWED_NETWORKS: Type.String({ pattern: NETWORKS, default: '' }),
  /** Private networks in which identity providers may be used for single sign-on, in the same form. */
  SSO_ALLOWED_NETWORKS: Type.String({ pattern: NETWORKS, default: '' }),
  /** Transactions that a worker runs at once for each shard and lane, as far as its connections allow. */
  WORKER_CONCURRENCY: Type.Integer({ minimum: 1, maximum: 256, default: 4 }),
  /** Where the assistant-protocol server finds the REST API; BASE_URL if empty. */
  API_URL: Type.String({ pattern: '^(https?://[^\\s/]+\\S*)?$', default: '' }),
  /** The tools that the assistant-protocol server offers by default: default, all, or comma-separated names. */
  MCP_TOOLSETS: Type.String({ default: '' }),
  /** Omits the tools that write, whatever a request selects. */
  MCP_READ_ONLY: Type.Enum(['0', '1', 'true', 'false'], { default: '0' }),
  /**
   * Where traces are exported, with OTLP over HTTP; empty for none. The SDK reads the other OTEL_* variables itself.
   */
  OTEL_EXPORTER_OTLP_ENDPOINT: Type.String({ pattern: '^(https?://[^\\s/]+\\S*)?$', default: '' }),
  /** The same, as the complete address for traces. */
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: Type.String({ pattern: '^(https?://[^\\s/]+\\S*)?$', default: '' }),
  /** An inherited socket that is served in place of PORT. Set by `npm start`, which keeps it open between restarts. */
  LISTEN_FD: Type.Optional(Type.Integer({ minimum: 3 })),
  /** Where the server of `npm start` finds its worker's metrics. Set by `npm start`. */
  WORKER_METRICS_URL: Type.String({ pattern: '^(https?://.+)?$', default: '' }),
});
export type Settings = Static<typeof Settings>;

/** The process cannot start; each problem is one line for the operator. */
export class SettingsError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[], options?: ErrorOptions) {
    super(problems.join('\n'), options);
    this.name = 'SettingsError';
    this.problems = problems;
  }
}

/** An empty value counts as not set, so `PORT= npm start` uses the default port. */
function withoutEmpty(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
}

/** The host name of the service, because email cannot come from a bare IP address. */
function mailDomainOf(baseUrl: string): string {
  const hostname = URL.canParse(baseUrl) ? new URL(baseUrl).hostname : '127.0.0.1';
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? hostname : 'localhost';
}

/** Validates the environment; throws a SettingsError naming every problem at once. */
export function loadSettings(env: NodeJS.ProcessEnv = process.env): Settings {
  const given = withoutEmpty(env);
  const settings = parseSettings({ REDIS_WAIT_REPLICAS: defaultWaitReplicas(given['REDIS_URL']), ...given });
  const problems = databaseUrlProblems(settings);
  if (problems.length > 0) throw new SettingsError(problems);
  const baseUrl = (settings.BASE_URL || `http://127.0.0.1:${settings.PORT}`).replace(/\/+$/, '');
  return {
    ...settings,
    BASE_URL: baseUrl,
    DATABASE_DIRECT_URL: settings.DATABASE_DIRECT_URL || settings.DATABASE_URL,
    API_URL: (settings.API_URL || baseUrl).replace(/\/+$/, ''),
    MAIL_FROM: settings.MAIL_FROM || `Slipway <slipway@${mailDomainOf(baseUrl)}>`,
    SPOOL_DIR: settings.SPOOL_DIR || join(settings.DATA_DIR, 'spool'),
    OBJECT_STORE_DIR: settings.OBJECT_STORE_DIR || join(settings.DATA_DIR, 'objects'),
  };
}

// Validating our own schema would take most of a process's startup time.
const ajv = new Ajv2020({
  allErrors: true,
  coerceTypes: true,
  useDefaults: true,
  removeAdditional: true,
  validateSchema: false,
});
ajv.addFormat('networks', (text: string) => parseNetworks(text) !== null);

/** Converts texts to numbers and booleans, fills in defaults, and omits variables that are not settings. */
function parseSettings(given: NodeJS.ProcessEnv): Settings {
  const validate = ajv.compile<Settings>(Settings);
  const settings: unknown = { ...given };
  const lines = validate(settings)
    ? []
    : (validate.errors ?? []).map((problem) => describeProblem(problem, given));
  const problems = [...new Set([...lines, ...redisProblems(given), ...objectStoreProblems(given)])];
  if (problems.length > 0) throw new SettingsError(problems);
  return settings as Settings;
}
