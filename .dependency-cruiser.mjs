/**
 * Rules for imports. Each protects a boundary of the architecture; tests/architecture plants a violation of each.
 *
 * A restricted package is matched by its resolved path (node_modules/.pnpm/…/node_modules/express/…) and by its bare
 * name, because pnpm does not resolve it in a package that does not declare it.
 */
import { workspacePackages } from './infra/workspace.mjs';

const npm = (names) => `(?:^|node_modules/)(?:@types/)?(?:${names.join('|')})(?:/|$)`;
const builtin = (names) => `^(?:node:)?(?:${names.join('|')})(?:/|$)`;

const prisma = '(?:^@|node_modules/@|node_modules/[.]?)prisma/|^prisma(?:/config)?$|^packages/db/src/generated/';
/** The files that packages export, including `index.ts`. */
const entryPoints = workspacePackages().flatMap(({ dir, manifest: { exports = {} } }) =>
  Object.values(exports).map((entry) => `^${dir}/${entry['@slipway/source'].slice(2).replaceAll('.', '[.]')}$`),
);
/** The files of packages/providers and packages/destinations that the console's pages load. */
const setups =
  '^packages/destinations/src/(?:define-form|form-registry|[^/]+/form)[.]ts$|^packages/providers/src/(?:define-setup|label-registry|setup-log|setup-registry|setup-tests|setups|providers/[^/]+/setup(?:-snippets|-test-snippets)?)[.]ts$';
const tests = '[.](?:test|fixture)[.]ts$|^tests/|^packages/testing/';

export default {
  forbidden: [
    {
      name: 'no-circular',
      comment: 'Modules must not import each other in a cycle: merge them, or move the shared part to a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolvable',
      comment: 'The import cannot be resolved: a typing error, or a dependency missing in package.json.',
      severity: 'error',
      from: {},
      // Scripts import compiled files, which exist only after the build.
      to: { couldNotResolve: true, pathNot: '(?:^|/)dist/' },
    },
    {
      name: 'no-orphans',
      comment: 'No module imports this one, and it imports none.',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: ['(?:^|/)(?:index|main|launch|registry)[.]ts$', '^apps/web/', tests, '[.]d[.]ts$', '[.]mjs$'],
      },
      to: {},
    },
    {
      name: 'no-deep-imports',
      comment: 'A package is imported through what its package.json exports. Its other files are private.',
      severity: 'error',
      from: { path: '^((?:apps|packages)/[^/]+|prisma|tests|infra)/' },
      to: {
        path: '^@slipway/[^/]+/|^(?:(?:apps|packages)/[^/]+|prisma)/src/',
        pathNot: ['^$1/', ...entryPoints],
      },
    },
    {
      name: 'no-relative-across-packages',
      comment: 'Another package is imported by the name in its package.json, not by a relative path.',
      severity: 'error',
      from: { path: '^((?:apps|packages)/[^/]+|prisma|tests)/' },
      to: { path: '^(?:apps|packages|prisma)/', pathNot: '^$1/', dependencyTypes: ['local'] },
    },
    {
      name: 'express-at-the-edge',
      comment: 'Express stays in packages/http and in the app.ts of an app.',
      severity: 'error',
      from: { pathNot: ['^packages/http/', '^apps/[^/]+/src/app[.]ts$'] },
      to: { path: npm(['express', 'express-[^/]+']) },
    },
    {
      name: 'prisma-in-db',
      comment: 'Prisma stays in packages/db and prisma/: no ORM types elsewhere.',
      severity: 'error',
      from: { pathNot: ['^packages/db/', '^prisma/', '^prisma[.]config[.]ts$'] },
      to: { path: prisma },
    },
    {
      name: 'postgres-in-db',
      comment:
        'SQL stays in packages/db and prisma/. packages/local and packages/testing only manage servers and databases; tests of the seed read what it wrote.',
      severity: 'error',
      from: { pathNot: ['^packages/(?:db|local|testing)/', '^prisma/', '^packages/seed/.*[.]test[.]ts$'] },
      to: { path: npm(['pg', 'pg-[^/]+', 'postgres']) },
    },
    {
      name: 'bullmq-in-queue',
      comment: 'BullMQ stays in packages/queue.',
      severity: 'error',
      from: { pathNot: '^packages/queue/' },
      to: { path: npm(['bullmq']) },
    },
    {
      name: 'redis-in-queue',
      comment:
        'packages/queue opens the connections to Redis. packages/local only pings the server that it starts.',
      severity: 'error',
      from: { pathNot: '^packages/(?:queue|local|testing)/' },
      to: { path: npm(['ioredis', 'redis', '@redis']) },
    },
    {
      name: 's3-in-objects',
      comment: 'packages/objects sends the requests to S3.',
      severity: 'error',
      from: { pathNot: '^packages/objects/' },
      to: { path: npm(['aws4']) },
    },
    {
      name: 'stored-logs-without-io',
      comment: 'The format of stored logs does no I/O: callers read and write the chunks.',
      severity: 'error',
      from: { path: '^packages/objects/src/log/', pathNot: tests },
      to: { path: [builtin(['fs', 'http', 'https', 'net']), '^packages/objects/src/(?!log/)'] },
    },
    {
      name: 'contracts-at-the-bottom',
      comment: 'packages/contracts imports no other package.',
      severity: 'error',
      from: { path: '^packages/contracts/', pathNot: tests },
      to: { path: '^(?:apps|packages|prisma)/', pathNot: '^packages/contracts/' },
    },
    {
      name: 'domain-above-contracts',
      comment: 'packages/domain imports only packages/contracts.',
      severity: 'error',
      from: { path: '^packages/domain/', pathNot: tests },
      to: { path: '^(?:apps|packages|prisma)/', pathNot: '^packages/(?:contracts|domain)/' },
    },
    {
      name: 'pure-above-domain',
      comment:
        'packages/providers, packages/destinations, packages/diagnosis and packages/reports import only contracts and domain.',
      severity: 'error',
      from: { path: '^packages/(providers|destinations|diagnosis|reports)/', pathNot: tests },
      to: { path: '^(?:apps|packages|prisma)/', pathNot: '^packages/(?:contracts|domain|$1)/' },
    },
    {
      name: 'pure-without-io',
      comment:
        'contracts, domain, providers, destinations, diagnosis and reports do no I/O: callers pass in what they need. The training scripts of diagnosis read labelled logs.',
      severity: 'error',
      from: {
        path: '^packages/(?:contracts|domain|providers|destinations|diagnosis|reports)/(?!train/)',
        pathNot: tests,
      },
      to: {
        path: [
          npm([
            'express',
            'express-[^/]+',
            'bullmq',
            'ioredis',
            'redis',
            'pg',
            'pino',
            'pino-[^/]+',
            'prom-client',
          ]),
          prisma,
          builtin([
            'child_process',
            'cluster',
            'dgram',
            'dns',
            'fs',
            'http',
            'http2',
            'https',
            'net',
            'tls',
            'worker_threads',
          ]),
        ],
      },
    },
    {
      name: 'setups-in-browsers',
      comment:
        "The console's pages load the setups of providers and the forms of channels, so these import nothing but each other.",
      severity: 'error',
      from: { path: setups },
      to: { pathNot: setups },
    },
    {
      name: 'no-package-to-app',
      comment: 'A package never imports an app.',
      severity: 'error',
      from: { path: '^(?:packages|prisma)/' },
      to: { path: '^apps/' },
    },
    {
      name: 'no-app-to-app',
      comment: 'Apps are deployed separately. Only apps/standalone imports the others.',
      severity: 'error',
      from: { path: '^apps/([^/]+)/', pathNot: '^apps/standalone/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'thin-clients',
      comment:
        "The CLI, the MCP server and the console's pages use REST. They never reach stores, not even indirectly.",
      severity: 'error',
      from: { path: '^apps/(?:cli|mcp)/|^apps/web/', pathNot: tests },
      to: { path: '^packages/(?:db|queue)/|^prisma/', reachable: true },
    },
    {
      name: 'seed-in-standalone',
      comment: 'Only npm start, npm run stack:multi and tests fill a database with the demo.',
      severity: 'error',
      from: { path: '^(?:apps|packages|prisma)/', pathNot: [tests, '^apps/standalone/', '^packages/seed/'] },
      to: { path: '^packages/seed/' },
    },
    {
      name: 'no-source-to-scripts',
      comment: 'Production code does not import scripts or tests.',
      severity: 'error',
      from: { path: '^(?:apps|packages|prisma)/' },
      to: { path: '^(?:infra|tests)/' },
    },
    {
      name: 'test-tools-in-tests',
      comment: 'Only tests import test tools.',
      severity: 'error',
      from: { path: '^(?:apps|packages|prisma|infra)/', pathNot: [tests, '^infra/jest/'] },
      to: {
        path: [
          '^packages/testing/',
          '[.]fixture[.]ts$',
          npm(['jest', '@jest', 'supertest', 'fast-check', '@fast-check']),
          builtin(['test']),
        ],
      },
    },
  ],
  options: {
    // dependency-cruiser does not let swc parse JSX. Biome restricts the pages' imports and finds their cycles.
    exclude: { path: '^apps/web/.*[.]tsx$' },
    // The default parser needs TypeScript's JavaScript API, which TypeScript 7 lacks; swc reads the same files.
    parser: 'swc',
    doNotFollow: { path: ['(?:^|/)node_modules/', '(?:^|/)dist/', '^packages/db/src/generated/'] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@slipway/source', 'import', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
