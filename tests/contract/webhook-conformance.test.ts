import { describe } from '@jest/globals';
import { openIngest } from './ingest.js';
import { describeConformance } from './provider-conformance.js';

const ingest = await openIngest({}, { hotPath: true });

describe('every provider, past Express', () => describeConformance(ingest));
