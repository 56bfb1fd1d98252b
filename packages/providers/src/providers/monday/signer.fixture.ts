import { digest, type Signer, seconds } from '../../signer.fixture.js';

const LIFETIME_SECONDS = 5 * 60;

/**
 * A JSON Web Token (HS256) for the address, not for the body:
 * https://developer.monday.com/apps/docs/authorization-header
 */
export const signer: Signer = {
  sign({ secret, now, callbackUrl = '' }) {
    const iat = seconds(now);
    const claims = { accountId: 1, userId: 2, aud: callbackUrl, iat, exp: iat + LIFETIME_SECONDS };
    const signed = [{ alg: 'HS256', typ: 'JWT' }, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    return { authorization: `${signed}.${digest('sha256', secret, signed).toString('base64url')}` };
  },
};
