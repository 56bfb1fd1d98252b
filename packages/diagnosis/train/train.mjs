/** `npm run diagnose:train` learns the weights from the table of features and writes src/weights.ts. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { weightsSource } from './weights-source.mjs';

// Rejects a folder of logs, which belongs to diagnose:features.
parseArgs();
writeFileSync(join(import.meta.dirname, '..', 'src', 'weights.ts'), weightsSource());
