import base from '../../jest.config.mjs';
import { SLOW_TESTS } from './slow-tests.mjs';

/** `npm test`: the whole product's behaviour, in a few minutes. */
export default { ...base, rootDir: '../..', testPathIgnorePatterns: ['/node_modules/', ...SLOW_TESTS] };
