export { type Baseline, buildBaseline } from './baseline.js';
export { cutLog, failedPart } from './cut-log.js';
export { decodeLog } from './decode-log.js';
export { diagnose } from './diagnose.js';
export type { CapturedLog, CitedLine, Diagnosis } from './diagnosis.js';
export { FINGERPRINT_RULE } from './fingerprint.js';
