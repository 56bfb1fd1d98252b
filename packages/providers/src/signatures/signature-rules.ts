import type { Provider } from '../define-provider.js';
import type { Headers, SignatureScheme } from './scheme.js';

/** The settings of an integration that decide when signatures are checked. */
export interface SignatureRules {
  readonly hasSecret: boolean;
  readonly requireSignatures: boolean;
}

/** Whether the signature of a request is checked: where one is required, and where one was sent and there is a secret. */
export function isSignatureChecked(scheme: SignatureScheme, rules: SignatureRules, headers: Headers): boolean {
  return isSignatureRequired(scheme, rules) || (rules.hasSecret && headers[scheme.header] !== undefined);
}

/** The paths at which a provider's requests are accepted without a signature. */
export function unsignedPaths({ signature, endpoints }: Provider, rules: SignatureRules): string[] {
  return endpoints
    .filter((endpoint) => {
      const scheme = endpoint.signature ?? signature;
      return scheme === null || !isSignatureRequired(scheme, rules);
    })
    .map(({ path }) => path);
}

function isSignatureRequired(
  { checked }: SignatureScheme,
  { hasSecret, requireSignatures }: SignatureRules,
): boolean {
  return requireSignatures || checked === 'always' || (checked === 'with_secret' && hasSecret);
}
