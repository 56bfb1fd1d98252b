/** The host or the stored login cannot be used; the message says what to do. */
export class CredentialsError extends Error {
  override readonly name = 'CredentialsError';
}
