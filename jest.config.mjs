import { totalmem } from 'node:os';

// Jest loads ES modules only with this flag. Workers inherit it from here, so that `npx jest <path>` needs no special
// environment.
const flag = '--experimental-vm-modules';
if (!process.env.NODE_OPTIONS?.includes(flag)) {
  process.env.NODE_OPTIONS = [process.env.NODE_OPTIONS, flag, '--disable-warning=ExperimentalWarning']
    .filter(Boolean)
    .join(' ');
}

export default {
  roots: ['<rootDir>/apps', '<rootDir>/packages', '<rootDir>/prisma', '<rootDir>/tests'],
  testMatch: [
    '<rootDir>/{apps,packages}/*/src/**/*.test.ts',
    '<rootDir>/prisma/src/**/*.test.ts',
    // These two have their own configuration and command.
    '<rootDir>/tests/!(multi|upgrade)/**/*.test.ts',
  ],
  testEnvironment: '<rootDir>/infra/jest/environment.mjs',
  // Imports of workspace packages resolve to their sources, as --watch requires. The transform replaces a source with
  // its compiled version.
  testEnvironmentOptions: { customExportConditions: ['@slipway/source', 'node', 'node-addons'] },
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': ['$1.ts', '$1.js'] },
  resolver: '<rootDir>/infra/jest/resolver.cjs',
  transform: { '^.+\\.ts$': '<rootDir>/infra/jest/transform.mjs' },
  globalSetup: '<rootDir>/infra/jest/global-setup.mjs',
  globalTeardown: '<rootDir>/infra/jest/global-teardown.mjs',
  reporters: ['default', '<rootDir>/infra/jest/summary.mjs'],
  // Detects tests that hang. Tests with servers and child processes may be slow on a busy machine.
  testTimeout: 120_000,
  testSequencer: '<rootDir>/infra/jest/sequencer.mjs',
  // One more than the two cores, because fault tests mostly wait.
  maxWorkers: 3,
  // Limits memory, and makes Jest run every test in a worker, because the main process may lack the flag above. Jest
  // replaces a worker above the limit, which takes more than a second of CPU time.
  workerIdleMemoryLimit: Math.max(2 ** 30, Math.round(totalmem() / 10)),
};
