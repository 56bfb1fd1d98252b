import { describe } from '@jest/globals';
import { describeConformance } from './provider-conformance.js';
import { openDoors } from './doors.js';

const doors = await openDoors({}, { hotPath: true });

describe('every provider, past Express', () => describeConformance(doors));
