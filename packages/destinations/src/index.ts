export * from './channel-config.js';
export type { Destination, OutgoingRequest, Protocol } from './define-destination.js';
export { isSuccess, type Outcome, type OutgoingAnswer, outcomeOf } from './outcome.js';
export { destinations } from './registry.js';
export { limitWait, parseRetryAfter } from './retry-after.js';
export { escapeHtml, isObject, type Json, type ShownMessage, textOf } from './shown-message.js';
export { newWebhookSecret, rotateSecrets } from './webhook/sign-webhook.js';
