import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser';

export const hasPasskeys = browserSupportsWebAuthn;

export async function askForPasskey(options: unknown): Promise<string> {
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
  return JSON.stringify(await startAuthentication({ optionsJSON }));
}

export async function createPasskey(options: unknown): Promise<string> {
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
  return JSON.stringify(await startRegistration({ optionsJSON }));
}

export function passkeyProblem(error: unknown): string {
  if (error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
    return 'This device already has a passkey for you.';
  // Browsers report a cancelled request, a timeout and a device without a passkey in the same way, for privacy.
  return 'No passkey was used. You may have cancelled, or this device has none for you. Try again.';
}
