export { type Baseline, buildBaseline } from './baseline.js';
export { decodeLog } from './decode-log.js';
export { diagnose } from './diagnose.js';
export type { CapturedLog, CitedLine, Diagnosis } from './diagnosis.js';
