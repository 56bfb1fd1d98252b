import { describe } from '@jest/globals';
import { describeDoorChecks } from './door-checks.js';
import { openDoors } from './doors.js';

const doors = await openDoors();

describe('what is checked at the doors, over the hot path', () => describeDoorChecks(doors));
