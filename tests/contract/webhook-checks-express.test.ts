import { describe } from '@jest/globals';
import { describeEndpointChecks } from './endpoint-checks.js';
import { openIngest } from './ingest.js';

const ingest = await openIngest({}, { hotPath: false });

describe('what is checked at the ingest, through Express', () => describeEndpointChecks(ingest));
