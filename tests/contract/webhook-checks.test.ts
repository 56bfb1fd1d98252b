import { describe } from '@jest/globals';
import { describeEndpointChecks } from './endpoint-checks.js';
import { openIngest } from './ingest.js';

const ingest = await openIngest();

describe('what is checked at the ingest, over the hot path', () => describeEndpointChecks(ingest));
