import { digest, type Signer, seconds } from '../../signer.fixture.js';

/**
 * Standard Webhooks: signs id, time and body with the key that follows `whsec_` in base64.
 * https://www.standardwebhooks.com
 */
export const signer: Signer = {
  sign({ body, secret, now, messageId = 'msg_1' }) {
    const timestamp = String(seconds(now));
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    const signature = digest('sha256', key, `${messageId}.${timestamp}.`, body).toString('base64');
    return {
      'webhook-id': messageId,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
    };
  },
};
