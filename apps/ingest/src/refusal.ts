import { WEBHOOK_ERRORS, type WebhookErrorCode } from '@slipway/contracts';

/** Why a webhook was not accepted; a value, since senders' mistakes are expected. */
export interface Refusal {
  readonly code: WebhookErrorCode;
  readonly message: string;
  readonly retryAfterSeconds?: number;
}

/** A refusal in the table's words, or in better ones. */
export function refuse(
  code: WebhookErrorCode,
  message: string = WEBHOOK_ERRORS[code].message,
): { refusal: Refusal } {
  return { refusal: { code, message } };
}

const OUTAGE_RETRY_SECONDS = 2;

/** A refusal that holds for a moment: the sender may try again. */
export function refuseForNow(code: WebhookErrorCode, message?: string): { refusal: Refusal } {
  return { refusal: { ...refuse(code, message).refusal, retryAfterSeconds: OUTAGE_RETRY_SECONDS } };
}
