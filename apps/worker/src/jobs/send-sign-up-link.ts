import { createSignUp } from '@slipway/db';
import { defineJob } from '../define-job.js';
import { SendError } from '../mail/transport.js';

const LIFETIME_MS = 24 * 60 * 60_000;

/** Emails a link to create an account. The outbox holds the emails of users, and the recipient may not be one yet. */
export const job = defineJob({
  name: 'send_sign_up_link',
  async run({ email }, { database, clock, mailer }) {
    const signUpId = await createSignUp(database, email, { now: new Date(clock.now()), lifetimeMs: LIFETIME_MS });
    const mail = { recipient: email, messageId: `sign-up-${signUpId}`, userId: null };
    try {
      await mailer.send({ ...mail, subject: { kind: 'sign_up', signUpId } });
    } catch (error) {
      if (!(error instanceof SendError) || error.kind === 'failed') throw error;
    }
  },
});
