import { digest, type Signer } from '../../signer.fixture.js';

/**
 * SHA-1 over the body followed by the callback address, with the application's secret:
 * https://developer.atlassian.com/cloud/trello/guides/rest-api/webhooks/
 */
export const signer: Signer = {
  sign: ({ body, secret, callbackUrl = '' }) => ({
    'x-trello-webhook': digest('sha1', secret, body, callbackUrl).toString('base64'),
  }),
};
