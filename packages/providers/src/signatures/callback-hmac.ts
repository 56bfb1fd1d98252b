import { digestsEqual, hmacDigest } from './hmac.js';
import type { SignatureScheme } from './scheme.js';

/**
 * Trello's scheme: base64 of HMAC-SHA1 over the body followed by the address the webhook was created for, character by
 * character. That address is the integration's `callback_url`, since a proxy may change what arrives; `{token}` in it
 * stands for the webhook token, which so need not be stored in clear.
 * https://developer.atlassian.com/cloud/trello/guides/rest-api/webhooks/#webhook-signatures
 */
export function callbackHmac(header: string): SignatureScheme {
  return {
    name: 'hmac-sha1-callback',
    required: false,
    verify({ headers, rawBody, secrets, config, token = '' }) {
      const sent = headers[header];
      if (sent === undefined) return `The ${header} header is missing.`;
      const { callback_url: callbackUrl } = config;
      if (typeof callbackUrl !== 'string' || callbackUrl === '') {
        return 'The signature covers the callback address: set callback_url of the integration to it.';
      }
      const address = callbackUrl.replaceAll('{token}', () => token);
      const given = Buffer.from(sent);
      const holds = secrets
        .filter((secret) => secret !== '')
        .map((secret) => hmacDigest('sha1', secret, [rawBody, address]).toString('base64'))
        .some((digest) => digestsEqual(given, Buffer.from(digest)));
      return holds ? null : 'The signature does not match.';
    },
  };
}
