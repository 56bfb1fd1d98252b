import { describe } from '@jest/globals';
import { openDoors } from './doors.js';
import { describeConformance } from './provider-conformance.js';

const doors = await openDoors({}, { hotPath: true });

describe('every provider, past Express', () => describeConformance(doors));
