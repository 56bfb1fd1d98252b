import { bareHex, type Signer } from '../../signer.fixture.js';

/** https://linear.app/developers/webhooks; the body contains the time of sending. */
export const signer: Signer = {
  sign: bareHex('linear-signature'),
  stamp: (body, now) => JSON.stringify({ ...JSON.parse(body), webhookTimestamp: now }),
};
