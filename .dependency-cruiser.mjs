/**
 * The direction of imports. Each rule names a boundary of the architecture; tests/architecture plants a
 * violation of every one of them.
 *
 * A restricted package is matched both where pnpm resolved it (node_modules/.pnpm/…/node_modules/express/…) and
 * by its bare name, since pnpm leaves it unresolvable in a package that does not list it.
 */
const npm = (names) => `(?:^|node_modules/)(?:@types/)?(?:${names.join('|')})(?:/|$)`;
const builtin = (names) => `^(?:node:)?(?:${names.join('|')})(?:/|$)`;

const prisma = '(?:^@|node_modules/@|node_modules/[.]?)prisma/|^prisma(?:/config)?$|^packages/db/src/generated/';
const tests = '[.]test[.]ts$|^tests/|^packages/testing/|^packages/[^/]+/tests/';

export default {
  forbidden: [
    {
      name: 'no-circular',
      comment: 'Two modules that need each other are one module, or miss a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolvable',
      comment: 'An import that leads nowhere: a typing error or a dependency missing in package.json.',
      severity: 'error',
      from: {},
      // What a script imports compiled is there once the workspace is built.
      to: { couldNotResolve: true, pathNot: '(?:^|/)dist/' },
    },
    {
      name: 'no-orphans',
      comment: 'Nothing imports this module and it imports nothing.',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: ['(?:^|/)(?:index|main|launch|registry)[.]ts$', tests, '[.]d[.]ts$', '[.]mjs$'],
      },
      to: {},
    },
    {
      name: 'no-deep-imports',
      comment: "A package is used through its index.ts, by its name. Its other files are nobody else's.",
      severity: 'error',
      from: { path: '^((?:apps|packages)/[^/]+|prisma|tests|infra)/' },
      to: {
        path: '^@slipway/[^/]+/|^(?:(?:apps|packages)/[^/]+|prisma)/src/',
        pathNot: ['^$1/', '/src/index[.]ts$'],
      },
    },
    {
      name: 'no-relative-across-packages',
      comment: 'Another package is imported by its name, which package.json lists, not by the way to its folder.',
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
        'SQL is written in packages/db and prisma/. Tests and the local servers connect only to manage them.',
      severity: 'error',
      from: { pathNot: ['^packages/(?:db|local|testing)/', '^prisma/'] },
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
        'Connections to Redis are made by packages/queue; packages/local only asks whether its own answers.',
      severity: 'error',
      from: { pathNot: '^packages/(?:queue|local|testing)/' },
      to: { path: npm(['ioredis', 'redis', '@redis']) },
    },
    {
      name: 'contracts-at-the-bottom',
      comment: 'packages/contracts imports nothing of ours.',
      severity: 'error',
      from: { path: '^packages/contracts/', pathNot: tests },
      to: { path: '^(?:apps|packages|prisma)/', pathNot: '^packages/contracts/' },
    },
    {
      name: 'domain-above-contracts',
      comment: 'packages/domain imports contracts and nothing else of ours.',
      severity: 'error',
      from: { path: '^packages/domain/', pathNot: tests },
      to: { path: '^(?:apps|packages|prisma)/', pathNot: '^packages/(?:contracts|domain)/' },
    },
    {
      name: 'pure-above-domain',
      comment:
        'packages/providers and packages/diagnosis know contracts and domain, no store, queue or transport.',
      severity: 'error',
      from: { path: '^packages/(providers|diagnosis)/', pathNot: tests },
      to: { path: '^(?:apps|packages|prisma)/', pathNot: '^packages/(?:contracts|domain|$1)/' },
    },
    {
      name: 'pure-without-io',
      comment: 'contracts, domain, providers and diagnosis do no I/O: what they need is passed in.',
      severity: 'error',
      from: { path: '^packages/(?:contracts|domain|providers|diagnosis)/', pathNot: tests },
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
      name: 'no-package-to-app',
      comment: 'Apps are built from packages, never the other way round.',
      severity: 'error',
      from: { path: '^(?:packages|prisma)/' },
      to: { path: '^apps/' },
    },
    {
      name: 'no-app-to-app',
      comment: 'Apps are deployed apart. Only apps/standalone mounts the others.',
      severity: 'error',
      from: { path: '^apps/([^/]+)/', pathNot: '^apps/standalone/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'thin-clients',
      comment:
        "The CLI, the MCP server and the console's pages speak REST; neither they nor what they import reach stores.",
      severity: 'error',
      from: { path: '^apps/(?:cli|mcp)/|^apps/console/web/', pathNot: tests },
      to: { path: '^packages/(?:db|queue)/|^prisma/', reachable: true },
    },
    {
      name: 'no-source-to-scripts',
      comment: 'Shipped code does not depend on bootstraps or tests.',
      severity: 'error',
      from: { path: '^(?:apps|packages|prisma)/' },
      to: { path: '^(?:infra|tests)/' },
    },
    {
      name: 'test-tools-in-tests',
      comment: 'Test tools are imported from tests only.',
      severity: 'error',
      from: { path: '^(?:apps|packages|prisma|infra)/', pathNot: tests },
      to: {
        path: [
          '^packages/testing/',
          '^packages/[^/]+/tests/',
          npm(['jest', '@jest', 'supertest', 'fast-check', '@fast-check']),
          builtin(['test']),
        ],
      },
    },
  ],
  options: {
    // TypeScript 7 has no JavaScript API for the default parser; swc reads the same files.
    parser: 'swc',
    doNotFollow: { path: ['(?:^|/)node_modules/', '(?:^|/)dist/', '^packages/db/src/generated/'] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@slipway/source', 'import', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
