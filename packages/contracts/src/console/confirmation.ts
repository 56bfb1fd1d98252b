import Type, { type Static } from 'typebox';
import { describeBody } from '../body.js';
import { textField } from '../body-fields.js';
import { describeConsole } from '../console-endpoint.js';
import { orNull } from '../fields.js';

/** How the signed-in person can prove again who they are. Everyone can also sign in again. */
export const ConfirmationWays = Type.Object({
  password: Type.Boolean(),
  /** A code of an authenticator app, or a recovery code. */
  code: Type.Boolean(),
  passkey: Type.Boolean(),
  /** The host of the identity provider at which they can sign in again; null if they have none. */
  sso: orNull(Type.String()),
});
export type ConfirmationWays = Static<typeof ConfirmationWays>;

export const getConfirmationWays = describeConsole({
  name: 'getConfirmationWays',
  method: 'GET',
  path: '/confirmation',
  response: ConfirmationWays,
});

/** Refused until the person has proved lately who they are. Pages ask before a download, which shows no reason. */
export const checkConfirmation = describeConsole({
  name: 'checkConfirmation',
  method: 'GET',
  path: '/confirmation/check',
  confirmed: true,
});

/** What the browser needs to use a passkey (PublicKeyCredentialRequestOptionsJSON of WebAuthn). */
export const requestPasskey = describeConsole({
  name: 'requestPasskey',
  method: 'POST',
  path: '/confirmation/passkey',
  response: Type.Object({ options: Type.Record(Type.String(), Type.Unknown()) }),
});

/** Proves again who the signed-in person is, in one of the ways they have. */
export const confirmIdentity = describeConsole({
  name: 'confirmIdentity',
  method: 'POST',
  path: '/confirmation',
  body: describeBody(
    null,
    {
      password: textField({ max: 800 }),
      code: textField({ max: 100 }),
      /** The browser's response, as JSON. */
      passkey: textField({ max: 20_000 }),
    },
    { code: '123456' },
  ),
  errors: ['wrong_proof', 'rate_limited'],
});
