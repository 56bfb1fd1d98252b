import Type, { type Static } from 'typebox';
import { describeBody, required } from '../body.js';
import { choiceField, emailField, idField, textField } from '../body-fields.js';
import { describeConsole, ROLES } from '../console-endpoint.js';
import { anyOf, orNull, Timestamp, Uuid } from '../fields.js';

/** Whether people can sign in with an account's identity provider, and whether members must. */
export const SSO_STATES = ['off', 'optional', 'required'] as const;
export type SsoState = (typeof SSO_STATES)[number];

/** Why a single sign-on signed nobody in, as the audit log names it. */
export const SSO_REFUSALS = [
  /** The provider is down, slow, or at an address that is not allowed. */
  'provider_unreachable',
  /** The provider reported an error, such as `access_denied`. */
  'provider_error',
  /** The response has a wrong issuer, audience, nonce, signature or time. */
  'invalid_response',
  /** The response belongs to another browser or another account, or came too late. */
  'wrong_browser',
  /** Single sign-on was turned off or changed meanwhile. */
  'turned_off',
  'email_unverified',
  'other_domain',
  'different_subject',
  'not_a_member',
  /** A password or a passkey was used where single sign-on is required. */
  'password_used',
  'passkey_used',
  /** A confirmation by another person than the one who is signed in. */
  'other_person',
  /** A confirmation for which the provider did not say that it asked the person to sign in again. */
  'old_sign_in',
] as const;
export type SsoRefusal = (typeof SSO_REFUSALS)[number];

/** What a member lacks to use an account that requires single sign-on: an owner's permission, or a second factor. */
export const MISSING_FOR_ACCESS = ['permission', 'second_factor'] as const;

/** A member whose address is outside the domain. */
export const OutsideMember = Type.Object({
  user_id: Type.Integer(),
  name: Type.String(),
  role: anyOf(ROLES),
  /** Null if they can use the account while single sign-on is required. */
  missing: orNull(anyOf(MISSING_FOR_ACCESS)),
});
export type OutsideMember = Static<typeof OutsideMember>;

/** An address outside the domain that an owner allowed; shortened, because it is private. */
export const AllowedAddress = Type.Object({ id: Uuid, recipient: Type.String() });
export type AllowedAddress = Static<typeof AllowedAddress>;

/** An account's single sign-on. The client secret is never returned. */
export const SsoSettings = Type.Object({
  provider: orNull(
    Type.Object({
      issuer: Type.String(),
      client_id: Type.String(),
      domain: Type.String(),
      /** Null until the domain is verified. */
      domain_verified_at: orNull(Timestamp),
      state: Type.Enum([...SSO_STATES]),
      /** The DNS record that proves control of the domain. */
      txt_name: Type.String(),
      txt_value: Type.String(),
    }),
  ),
  /** Register this address with the provider. */
  redirect_uri: Type.String(),
  /** Opens the provider's sign-in page directly. */
  sign_in_url: Type.String(),
  linked_people: Type.Integer(),
  /** The number of people who could no longer use their password if single sign-on were required. */
  affected_people: Type.Integer(),
  outside_members: Type.Array(OutsideMember),
  allowed_addresses: Type.Array(AllowedAddress),
});
export type SsoSettings = Static<typeof SsoSettings>;

export const getSso = describeConsole({
  name: 'getSso',
  method: 'GET',
  path: '/accounts/:account_id/sso',
  role: 'owner',
  response: SsoSettings,
});

/** Saves the provider and turns single sign-on off until an owner turns it on again. */
export const saveSso = describeConsole({
  name: 'saveSso',
  method: 'POST',
  path: '/accounts/:account_id/sso',
  role: 'owner',
  confirmed: true,
  audit: 'sso.configure',
  writes: true,
  body: describeBody(
    null,
    {
      issuer: required(textField({ min: 1, max: 500 })),
      client_id: required(textField({ min: 1, max: 500 })),
      /** If absent, the stored secret is kept. */
      client_secret: textField({ min: 1, max: 1000 }),
      domain: required(textField({ min: 1, max: 253 })),
    },
    { issuer: 'https://login.tidewater.example', client_id: 'slipway', domain: 'tidewater.example' },
  ),
  response: SsoSettings,
});

export const removeSso = describeConsole({
  name: 'removeSso',
  method: 'DELETE',
  path: '/accounts/:account_id/sso',
  role: 'owner',
  confirmed: true,
  audit: 'sso.remove',
  writes: true,
  response: SsoSettings,
});

/** Looks up the TXT record of the domain. */
export const verifySsoDomain = describeConsole({
  name: 'verifySsoDomain',
  method: 'POST',
  path: '/accounts/:account_id/sso/verify_domain',
  role: 'owner',
  audit: 'sso.verify_domain',
  writes: true,
  response: SsoSettings,
});

/** Reads the provider's metadata and keys. */
export const testSso = describeConsole({
  name: 'testSso',
  method: 'POST',
  path: '/accounts/:account_id/sso/test',
  role: 'owner',
  response: Type.Object({
    /** What is wrong; null if the provider can be used. */
    problem: orNull(Type.String()),
  }),
});

export const setSsoState = describeConsole({
  name: 'setSsoState',
  method: 'POST',
  path: '/accounts/:account_id/sso/state',
  role: 'owner',
  confirmed: true,
  audit: 'sso.set_state',
  writes: true,
  body: describeBody(null, { state: required(choiceField(SSO_STATES)) }, { state: 'optional' }),
  response: SsoSettings,
});

/** Lets a person outside the domain use the account with a second factor: an address, or that of a member. */
export const allowSsoAddress = describeConsole({
  name: 'allowSsoAddress',
  method: 'POST',
  path: '/accounts/:account_id/sso/allowed_addresses',
  role: 'owner',
  confirmed: true,
  audit: 'sso.allow_address',
  writes: true,
  body: describeBody(null, { email: emailField(), user_id: idField() }, { email: 'someone@contractor.example' }),
  response: SsoSettings,
});

export const disallowSsoAddress = describeConsole({
  name: 'disallowSsoAddress',
  method: 'DELETE',
  path: '/accounts/:account_id/sso/allowed_addresses/:address_id',
  role: 'owner',
  audit: 'sso.disallow_address',
  writes: true,
  response: SsoSettings,
});
