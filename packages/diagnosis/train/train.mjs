/** `npm run diagnose:train` learns the weights from the feature table and writes src/weights.ts. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { weightsSource } from './weights-source.mjs';

// Rejects a folder of logs, which only diagnose:features takes.
parseArgs();
writeFileSync(join(import.meta.dirname, '..', 'src', 'weights.ts'), weightsSource());
