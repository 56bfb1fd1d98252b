import base from '../../jest.config.mjs';
import { SLOW_TESTS } from './slow-tests.mjs';

const { testMatch: _, ...rest } = base;

/** The first part of `npm run test:slow`; several hosts and the upgrade have their own configurations. */
export default { ...rest, rootDir: '../..', testRegex: SLOW_TESTS.map((path) => `${path}.*\\.test\\.ts$`) };
