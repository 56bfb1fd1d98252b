import { digestsEqual, hmacDigest } from './hmac.js';
import type { SignatureScheme } from './scheme.js';

/**
 * Trello's scheme: base64 of HMAC-SHA1 over the body followed by the exact address with which the webhook was created.
 * The integration's `callback_url` contains that address, because a proxy may change the one that arrives. `{token}` in
 * it is replaced with the webhook token, which therefore need not be stored in plain text.
 * https://developer.atlassian.com/cloud/trello/guides/rest-api/webhooks/#webhook-signatures
 */
export function callbackHmac(header: string): SignatureScheme {
  return {
    name: 'hmac-sha1-callback',
    checked: 'with_secret',
    header,
    covers: ['body', 'callback_url'],
    timeIn: null,
    verify({ headers, rawBody, secrets, config, token = '' }) {
      const sent = headers[header];
      if (sent === undefined) return `The ${header} header is missing.`;
      const { callback_url: callbackUrl } = config;
      if (typeof callbackUrl !== 'string' || callbackUrl === '') {
        return 'The signature covers the callback address: set it as the callback_url of the integration.';
      }
      const address = addressWith(callbackUrl, token);
      const given = Buffer.from(sent);
      const matches = secrets
        .filter((secret) => secret !== '')
        .map((secret) => hmacDigest('sha1', secret, [rawBody, address]).toString('base64'))
        .some((digest) => digestsEqual(given, Buffer.from(digest)));
      return matches ? null : 'The signature does not match.';
    },
    sign({ body, secret, config, token }) {
      const address = addressWith(String(config['callback_url'] ?? ''), token);
      return { [header]: hmacDigest('sha1', secret, [body, address]).toString('base64') };
    },
  };
}

function addressWith(callbackUrl: string, token: string): string {
  return callbackUrl.replaceAll('{token}', () => token);
}
