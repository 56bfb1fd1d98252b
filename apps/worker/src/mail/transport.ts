import type { Message } from './compose-message.js';

/**
 * - refused: permanently rejected
 * - failed: a later attempt may succeed
 * - unconfirmed: the server received the email but did not reply, so the next attempt may be a repeat
 */
export type SendFailure = 'refused' | 'failed' | 'unconfirmed';

/** The reason why an email was not sent. The message contains no email address. */
export class SendError extends Error {
  override name = 'SendError';
  readonly kind: SendFailure;

  constructor(reason: string, options: ErrorOptions & { readonly kind: SendFailure }) {
    super(reason, options);
    this.kind = options.kind;
  }
}

/** Sends composed emails. */
export interface MailTransport {
  /** Resolves once the email is sent; rejects with a SendError otherwise. */
  send(message: Message): Promise<void>;
}
