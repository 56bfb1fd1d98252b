import { digest, type Signer, seconds } from '../../signer.fixture.js';

/** Signs the time of sending together with the body: https://buildkite.com/docs/apis/webhooks/pipelines */
export const signer: Signer = {
  sign({ body, secret, now }) {
    const timestamp = seconds(now);
    const signature = digest('sha256', secret, `${timestamp}.`, body).toString('hex');
    return { 'x-buildkite-signature': `timestamp=${timestamp},signature=${signature}` };
  },
};
