import { bareHex, type Signer } from '../../signer.fixture.js';

/** https://linear.app/developers/webhooks; the time of sending is in the body. */
export const signer: Signer = {
  sign: bareHex('linear-signature'),
  stamp: (body, now) => JSON.stringify({ ...JSON.parse(body), webhookTimestamp: now }),
};
