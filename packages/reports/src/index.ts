export type { ReportLimits } from './limits.js';
export { type ReadOptions, type ReportSummary, readReport, requireFormat } from './read-report.js';
export { FORMAT_NAMES, type FormatName, HEAD_BYTES, recognize } from './recognize.js';
export type { FailureKind, Outcome, Problem, ReportedTest, TestAttempt, Variant } from './report.js';
export { ReportError, type ReportErrorCode } from './report-error.js';
