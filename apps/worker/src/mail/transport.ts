import type { Message } from './message.js';

/**
 * What a failed attempt means: a `refused` mail is refused for good, a `failed` one may go through later, and an
 * `unconfirmed` one was handed over without an answer, so that the next attempt may be a repeat.
 */
export type SendFailure = 'refused' | 'failed' | 'unconfirmed';

/** A mail that was not sent, and why. The message holds no address. */
export class SendError extends Error {
  override name = 'SendError';
  readonly kind: SendFailure;

  constructor(reason: string, options: ErrorOptions & { readonly kind: SendFailure }) {
    super(reason, options);
    this.kind = options.kind;
  }
}

/** A way for mails to leave the service. */
export interface MailTransport {
  /** Resolves once the mail is out; throws a SendError when it is not. */
  send(message: Message): Promise<void>;
}
