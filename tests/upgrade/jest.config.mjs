import base from '../multi/jest.config.mjs';

/** `npm run test:upgrade`, which builds the release to upgrade from. */
export default { ...base, testMatch: ['<rootDir>/tests/upgrade/**/*.test.ts'] };
