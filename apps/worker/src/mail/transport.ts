import type { Message } from './compose-message.js';

/**
 * - refused: permanently rejected
 * - failed: a later attempt may succeed
 * - unconfirmed: the server received the mail but did not reply, so that the next attempt may be a repeat
 */
export type SendFailure = 'refused' | 'failed' | 'unconfirmed';

/** The reason why a mail was not sent. The message contains no mail address. */
export class SendError extends Error {
  override name = 'SendError';
  readonly kind: SendFailure;

  constructor(reason: string, options: ErrorOptions & { readonly kind: SendFailure }) {
    super(reason, options);
    this.kind = options.kind;
  }
}

/** Sends composed mails. */
export interface MailTransport {
  /** Resolves when the mail was sent; rejects with a SendError otherwise. */
  send(message: Message): Promise<void>;
}
