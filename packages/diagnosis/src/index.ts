export { type Baseline, buildBaseline } from './baseline.js';
export { captureLog, type LogFile } from './capture-log.js';
export { cutLog, failedPart, SENT_BYTES } from './cut-log.js';
export { BinaryLogError } from './decode-log.js';
export { diagnose, extendPastBy, type KnownFailure } from './diagnose.js';
export type { CapturedLog, CitedLine, Diagnosis } from './diagnosis.js';
export { FINGERPRINT_RULE, fingerprintOf } from './fingerprint.js';
export { type JobPast, keepBuilds, type Lessons } from './job-past.js';
export type { Lesson, TrackRecord, Verdict } from './verdict.js';
