/** The error codes of RFC 6749, 7591 and 8707 that these routes return. */
export type OauthErrorCode =
  | 'invalid_client'
  | 'invalid_client_metadata'
  | 'invalid_grant'
  | 'invalid_redirect_uri'
  | 'invalid_request'
  | 'invalid_scope'
  | 'invalid_target'
  | 'unsupported_grant_type'
  | 'unsupported_response_type';

/** A request of an OAuth client that is refused; the message is for the developer of the client. */
export class OauthError extends Error {
  override readonly name = 'OauthError';
  readonly code: OauthErrorCode;

  constructor(code: OauthErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Reads parameters of which none may be repeated (RFC 6749, 3.1). An empty one counts as absent. */
export function singleParameters(
  sent: URLSearchParams,
  names: readonly string[],
): Readonly<Record<string, string | undefined>> {
  const repeated = names.find((name) => sent.getAll(name).length > 1);
  if (repeated !== undefined) throw new OauthError('invalid_request', `${repeated} is given more than once.`);
  return Object.fromEntries(names.map((name) => [name, sent.get(name) || undefined]));
}
