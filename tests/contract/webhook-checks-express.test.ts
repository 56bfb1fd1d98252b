import { describe } from '@jest/globals';
import { describeDoorChecks } from './door-checks.js';
import { openDoors } from './doors.js';

const doors = await openDoors({}, { hotPath: false });

describe('what is checked at the doors, through Express', () => describeDoorChecks(doors));
