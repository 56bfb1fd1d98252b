/** What `npm test` leaves to `npm run test:slow`: tests that need more than the service and a moment. */
export const SLOW_TESTS = [
  // Processes that are killed or frozen, and servers that are away.
  '/tests/faults/',
  // Every page of the console. The main journeys are quick.
  '/tests/browser/(?!journeys/)',
  // Shells, compilers and package managers.
  '/tests/e2e/(?:senders/|toolchain|cli/installed)',
  // Searches for a culprit with git, Perforce and archives, by processes that are killed.
  '/tests/e2e/cli/bisect',
  // Programs and files of operators.
  '/tests/(?:deploy|e2e/observability)/',
  // The checks and generators themselves.
  '/tests/architecture/',
  '/packages/diagnosis/src/weights',
  // Servers and processes that a test starts and stops itself.
  '/packages/local/src/',
  '/packages/objects/src/s3/s3-store',
  '/prisma/src/(?:migrate|new-migration)',
  '/apps/standalone/src/(?:supervise-child|database-tls)',
  // Tables of millions of rows, changes of tens of thousands of files, logs of 50 MB.
  '/packages/db/src/plans/',
  '/large-(?:changes|logs)\\.test',
  // Every endpoint, role, scope and command.
  '/tests/contract/(?:crawl|token-restrictions)',
  '/tests/e2e/cli/commands',
  '/tests/e2e/console/(?:audit-coverage|confirmed-operations|endpoint-rules|foreign-requests)',
  // Generated input, in any order.
  '/any-(?:order|text)\\.test',
  '/tests/contract/fuzz',
  '/packages/providers/src/mutated-samples',
  '/packages/reports/src/(?:large|mutated)-reports',
  '/apps/ingest/src/spool/damage',
  // Thousands of generated histories of tests.
  '/tests/verdicts/',
  // One answer in every page, message and program that shows it.
  '/tests/e2e/(?:suspects|stale-builds|failed-test-edges)\\.test',
  // Tools and mail servers that answer late, wrongly or not at all.
  '/tests/e2e/(?:jenkins-polling|console/(?:jenkins-server|github-connection))',
  '/apps/worker/src/(?:polling/|mail/send-mail)',
  // Sign-in with devices, and through identity providers in trouble.
  '/tests/e2e/console/(?:passkeys|second-factor|sso-)',
];
