import base from '../../jest.config.mjs';

/** `npm run test:multi`: the service on several hosts, with the servers and proxies that operators put around it. */
export default {
  ...base,
  rootDir: '../..',
  testMatch: ['<rootDir>/tests/multi/**/*.test.ts'],
  // Each test starts many processes; two at once would slow each other down like a slow network.
  maxWorkers: 1,
  // A release replaces every process, one after the other.
  testTimeout: 300_000,
};
