import { createProgress } from './progress.mjs';
import { prepare, reportFailure } from './toolchain.mjs';

const log = createProgress();
try {
  await prepare({ log });
} catch (error) {
  reportFailure(error, log);
  process.exitCode = 1;
}
