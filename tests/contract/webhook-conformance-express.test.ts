import { describe } from '@jest/globals';
import { openDoors } from './doors.js';
import { describeConformance } from './provider-conformance.js';

const doors = await openDoors({}, { hotPath: false });

describe('every provider, through Express', () => describeConformance(doors));
