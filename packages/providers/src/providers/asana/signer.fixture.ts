import { bareHex, type Signer } from '../../signer.fixture.js';

/** https://developers.asana.com/docs/webhooks-guide; the secret comes from the handshake. */
export const signer: Signer = { sign: bareHex('x-hook-signature') };
