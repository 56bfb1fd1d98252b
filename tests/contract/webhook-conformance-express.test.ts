import { describe } from '@jest/globals';
import { openIngest } from './ingest.js';
import { describeConformance } from './provider-conformance.js';

const ingest = await openIngest({}, { hotPath: false });

describe('every provider, through Express', () => describeConformance(ingest));
