import base from './jest.multi.config.mjs';

/** `npm run test:upgrade`, which builds the release to upgrade from. */
export default { ...base, testMatch: ['<rootDir>/tests/upgrade/**/*.test.ts'] };
