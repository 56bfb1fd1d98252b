import { prefixedHex, type Signer } from '../../signer.fixture.js';

/** https://developer.atlassian.com/cloud/jira/platform/webhooks/ */
export const signer: Signer = { sign: prefixedHex('x-hub-signature') };
