/** The host or the stored login is unusable. */
export class CredentialsError extends Error {
  override readonly name: string = 'CredentialsError';
  readonly hint: string;

  constructor(problem: string, options: ErrorOptions & { readonly hint: string }) {
    super(problem, options);
    this.hint = options.hint;
  }
}

/** There is no token for the host. */
export class NotSignedInError extends CredentialsError {
  override readonly name = 'NotSignedInError';

  constructor(host: string) {
    super(`Not signed in to ${host}.`, {
      hint: 'Run `slipway auth login`, or set SLIPWAY_TOKEN to an API token.',
    });
  }
}
