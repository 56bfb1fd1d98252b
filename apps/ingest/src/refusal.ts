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
