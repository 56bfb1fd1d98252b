import { prefixedHex, type Signer } from '../../signer.fixture.js';

/** Our own scheme for /webhooks/jenkins/build_notification. */
export const signer: Signer = { sign: prefixedHex('x-jenkins-signature') };
