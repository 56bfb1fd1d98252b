export interface Plant {
  file: string;
  source: string;
  /** The rules that must be reported for this file, and no others. */
  rules: string[];
}

export const violations: Plant[] = [
  plant(
    'packages/domain/src/express.ts',
    "import express from 'express';",
    'express-at-the-edge',
    'pure-without-io',
  ),
  plant('packages/rest/src/routes/list.ts', "import type { Request } from 'express';", 'express-at-the-edge'),
  plant('packages/http/web/app.ts', "export * from '@slipway/api';", 'no-package-to-app'),
  plant('apps/api/src/nested/app.ts', "import express from 'express';", 'express-at-the-edge'),
  plant('apps/worker/src/prisma.ts', "import { PrismaClient } from '@prisma/client';", 'prisma-in-db'),
  plant('packages/testing/src/prisma.ts', "import { PrismaClient } from '@prisma/client';", 'prisma-in-db'),
  plant(
    'apps/api/src/generated.ts',
    "import { client } from '../../../packages/db/src/generated/client.js';",
    'prisma-in-db',
    'no-deep-imports',
    'no-relative-across-packages',
  ),
  plant('apps/api/src/sql.ts', "import pg from 'pg';", 'postgres-in-db'),
  plant('apps/ingest/src/bullmq.ts', "import { Queue } from 'bullmq';", 'bullmq-in-queue'),
  plant('packages/http/src/bullmq.ts', "export const load = () => import('bullmq');", 'bullmq-in-queue'),
  plant('apps/ingest/src/redis.ts', "import { Redis } from 'ioredis';", 'redis-in-queue'),
  plant('apps/worker/src/s3.ts', "import aws4 from 'aws4';", 's3-in-objects'),
  plant(
    'packages/objects/src/log/files.ts',
    "import { readFile } from 'node:fs/promises';",
    'stored-logs-without-io',
  ),
  plant('packages/contracts/src/domain.ts', "import '@slipway/domain';", 'contracts-at-the-bottom'),
  plant('packages/domain/src/db.ts', "import '@slipway/db';", 'domain-above-contracts'),
  plant('packages/providers/src/queue.ts', "import '@slipway/queue';", 'pure-above-domain'),
  plant('packages/diagnosis/src/runtime.ts', "import '@slipway/runtime';", 'pure-above-domain'),
  plant('packages/reports/src/db.ts', "import '@slipway/db';", 'pure-above-domain'),
  plant('packages/reports/src/files.ts', "import { readFile } from 'node:fs/promises';", 'pure-without-io'),
  plant('packages/providers/src/files.ts', "import { readFile } from 'node:fs/promises';", 'pure-without-io'),
  plant('packages/diagnosis/src/fetch.ts', "import { request } from 'node:https';", 'pure-without-io'),
  plant('packages/domain/src/process.ts', "import { spawn } from 'child_process';", 'pure-without-io'),
  plant('packages/domain/src/log.ts', "import { pino } from 'pino';", 'pure-without-io'),
  plant(
    'packages/providers/src/providers/ping/setup.ts',
    "import { createHmac } from 'node:crypto';",
    'setups-in-browsers',
  ),
  plant('packages/queue/src/app.ts', "import '@slipway/worker';", 'no-package-to-app'),
  plant('prisma/src/app.ts', "import '@slipway/api';", 'no-package-to-app'),
  plant('apps/console/src/api.ts', "import '@slipway/api';", 'no-app-to-app'),
  plant('apps/cli/src/db.ts', "import '@slipway/db';", 'thin-clients'),
  plant('apps/mcp/src/queue.ts', "import '@slipway/queue';", 'thin-clients'),
  plant('apps/web/db.ts', "import '@slipway/db';", 'thin-clients'),
  plant('apps/cli/src/indirect.ts', "import '@slipway/runtime';", 'thin-clients'),
  plant('apps/worker/src/deep.ts', "import '@slipway/db/src/client.js';", 'no-deep-imports', 'no-unresolvable'),
  plant(
    'apps/worker/src/relative.ts',
    "import '../../../packages/db/src/index.js';",
    'no-relative-across-packages',
  ),
  plant('apps/worker/src/seed.ts', "import '@slipway/seed';", 'seed-in-standalone'),
  plant('prisma/src/seed.ts', "import '@slipway/seed';", 'seed-in-standalone'),
  plant('packages/seed/src/sql.ts', "import pg from 'pg';", 'postgres-in-db'),
  plant('apps/worker/src/unresolvable.ts', "import './missing.js';", 'no-unresolvable'),
  plant('apps/worker/src/script.ts', "import '../../../infra/start.mjs';", 'no-source-to-scripts'),
  plant('apps/worker/src/testing.ts', "import '@slipway/testing';", 'test-tools-in-tests'),
  plant('packages/http/src/supertest.ts', "import request from 'supertest';", 'test-tools-in-tests'),
  plant('packages/providers/src/sample.ts', "import './samples.fixture.js';", 'test-tools-in-tests'),
  plant('packages/domain/src/property.ts', "import fc from 'fast-check';", 'test-tools-in-tests'),
  plant('packages/db/src/cycle-a.ts', "import './cycle-b.js';", 'no-circular'),
  plant('packages/db/src/alone.ts', 'export const alone = true;', 'no-orphans'),
];

export const allowed: Plant[] = [
  plant('packages/http/src/server.ts', "import express from 'express';"),
  plant('apps/api/src/app.ts', "import express from 'express';"),
  plant('packages/db/src/client.ts', "import '@prisma/client'; import 'pg'; import './generated/client.js';"),
  plant('packages/db/src/generated/client.ts', 'export const client = 1;'),
  plant('prisma/src/migrate.ts', "import '@prisma/client'; import pg from 'pg'; import '@slipway/db';"),
  plant('packages/local/src/postgres.ts', "import pg from 'pg';"),
  plant('packages/testing/src/database.ts', "import pg from 'pg'; import { afterAll } from '@jest/globals';"),
  plant('packages/queue/src/queues.ts', "import { Queue } from 'bullmq'; import { Redis } from 'ioredis';"),
  plant('packages/contracts/src/schemas.ts', "import { Type } from 'typebox';"),
  plant('packages/domain/src/hash.ts', "import { createHash } from 'node:crypto'; import '@slipway/contracts';"),
  plant('packages/domain/src/hash.test.ts', "import fc from 'fast-check'; import './hash.fixture.js';"),
  plant('packages/domain/src/hash.fixture.ts', "import '@slipway/testing';"),
  plant(
    'packages/providers/src/samples.test.ts',
    "import { readFileSync } from 'node:fs'; import './registry.js';",
  ),
  plant('packages/providers/src/samples.fixture.ts', "import { readFileSync } from 'node:fs';"),
  plant('packages/providers/src/registry.ts', "import '@slipway/domain'; import '@slipway/contracts';"),
  plant('packages/runtime/src/index.ts', "import '@slipway/queue';"),
  plant('apps/cli/src/main.ts', "import '@slipway/client'; import '@slipway/contracts';"),
  plant('apps/standalone/src/main.ts', "import '@slipway/api'; import '@slipway/ingest'; import '@slipway/seed';"),
  plant('packages/seed/src/seed.test.ts', "import pg from 'pg'; import './index.js';"),
  plant('packages/seed/src/index.ts', "import '@slipway/db'; import '@slipway/domain';"),
  plant('tests/e2e/first.test.ts', "import '@slipway/api'; import '@slipway/testing'; import 'supertest';"),
  plant('infra/start.mjs', 'export {};'),
];

/** All planted files. A cycle is reported for only one of its modules, so the other one is added here. */
export const plants = [...violations, ...allowed, plant('packages/db/src/cycle-b.ts', "import './cycle-a.js';")];

function plant(file: string, source: string, ...rules: string[]): Plant {
  return { file, source, rules };
}
