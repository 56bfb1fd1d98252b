export * from './define-provider.js';
export { findProblem } from './find-problem.js';
export {
  LOG_CLOSED_EVENT,
  LOG_OPENED_EVENT,
  LOG_PATH,
  LogClosing,
  LogOpening,
} from './logs/log-event.js';
export { eventOf, type Normalized, normalize, withoutLog } from './normalize.js';
export { providers } from './registry.js';
export type { LifeCycle, ReportedDetails, SampleDetails, SampleEvent, SampleFile } from './sample-event.js';
export { sampleEventsOf, testEventOf } from './sample-events.js';
export { DELIVERY_HEADER } from './shared/delivery-header.js';
export { type SenderCredentials, type SignedWebhook, signRequest } from './sign-request.js';
export type { Headers, SignatureScheme, SignedRequest } from './signatures/scheme.js';
export { isSignatureChecked, unsignedPaths } from './signatures/signature-rules.js';
export { STORED_HEADERS, storedHeaders } from './stored-headers.js';
export type { UnsignedWebhook } from './test-event.js';
export { readCollectorFields } from './test-reports/collector-fields.js';
export { type FieldProblem, readReportFields } from './test-reports/report-fields.js';
export * from './test-reports/test-report.js';
