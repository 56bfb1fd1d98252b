import { prefixedHex, type Signer } from '../../signer.fixture.js';

/** https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries */
export const signer: Signer = { sign: prefixedHex('x-hub-signature-256') };
