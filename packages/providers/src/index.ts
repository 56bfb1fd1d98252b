export * from './define-provider.js';
export { findProblem } from './find-problem.js';
export { eventOf, type Normalized, normalize, withoutLog } from './normalize.js';
export { providers } from './registry.js';
export { DELIVERY_HEADER } from './shared/delivery-header.js';
export { type SenderCredentials, type SignedWebhook, signRequest, type UnsignedWebhook } from './sign-request.js';
export type { Headers, SignatureScheme, SignedRequest } from './signatures/scheme.js';
export { testEventOf } from './test-events.js';
