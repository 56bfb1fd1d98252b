import { WEBHOOK_ERRORS, type WebhookErrorCode } from '@slipway/contracts';

/** Why a webhook was not accepted. A value and no error, since senders' mistakes are expected. */
export interface Refusal {
  readonly code: WebhookErrorCode;
  readonly message: string;
  readonly retryAfterSeconds?: number;
}

/** A refusal with the default message of its code, or a more precise one. */
export function refuse(
  code: WebhookErrorCode,
  message: string = WEBHOOK_ERRORS[code].message,
): { refusal: Refusal } {
  return { refusal: { code, message } };
}

const OUTAGE_RETRY_SECONDS = 2;

/** A temporary refusal, which asks the sender to try again soon. */
export function refuseForNow(code: WebhookErrorCode, message?: string): { refusal: Refusal } {
  return { refusal: { ...refuse(code, message).refusal, retryAfterSeconds: OUTAGE_RETRY_SECONDS } };
}
