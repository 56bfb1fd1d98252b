export * from './define-provider.js';
export { findProblem } from './find-problem.js';
export { eventOf, type Normalized, normalize } from './normalize.js';
export { providers } from './registry.js';
export {
  type SampleDetails,
  type SampleEvent,
  type SenderCredentials,
  type SignedSample,
  sampleEventsOf,
  signSample,
} from './sample-events/sample-events.js';
export type { Headers, SignatureScheme, SignedRequest } from './signatures/scheme.js';
export { testEventOf } from './test-events.js';
