import { describe } from '@jest/globals';
import { describeConformance } from './provider-conformance.js';
import { openDoors } from './doors.js';

const doors = await openDoors({}, { hotPath: false });

describe('every provider, through Express', () => describeConformance(doors));
