import base from '../../jest.config.mjs';

/** `npm run test:multi`: the service on several hosts, with the servers and proxies that operators put around it. */
export default {
  ...base,
  rootDir: '../..',
  testMatch: ['<rootDir>/tests/multi/**/*.test.ts'],
  // Each test starts many processes, and must not take the other for a slow network.
  maxWorkers: 1,
};
