export { type Baseline, buildBaseline } from './baseline.js';
export { diagnoseBatch } from './batch.js';
export { decodeLog } from './decode-log.js';
export { diagnose } from './diagnose.js';
export type { CapturedLog, CitedLine, Diagnosis } from './diagnosis.js';
export { diagnoseText, printedAnswer, type TimedDiagnosis } from './printed-answer.js';
export { printedReport } from './printed-report.js';
