import {
  allowSsoAddress,
  disallowSsoAddress,
  getSso,
  removeSso,
  type SsoSettings,
  saveSso,
  setSsoState,
  testSso,
  verifySsoDomain,
} from '@slipway/contracts';
import {
  allowAddress,
  apiReads,
  disallowAddress,
  findMemberAddress,
  findSsoProvider,
  type MembershipRecord,
  markDomainVerified,
  removeSsoProvider,
  type SsoProviderRecord,
  saveSsoProvider,
  setSsoState as saveState,
} from '@slipway/db';
import { parseUuid, sealClientSecret } from '@slipway/domain';
import { ApiError, found } from '@slipway/http';
import { presentTime } from '@slipway/rest';
import { type ConsoleCaller, defineConsoleChange, defineConsoleEndpoint } from '../console-endpoint.js';
import { invalidField } from '../invalid-field.js';
import type { ConsoleServices } from '../services.js';
import type { Sso } from '../sso/compose-sso.js';
import { checkTxtRecord, toDomain, toIssuer, txtRecordOf } from '../sso/domains.js';
import { refusalOf } from '../sso/refusals.js';
import { presentRecipient } from './members.js';

export const get = defineConsoleEndpoint(getSso, ({ account, services }) => readSso(services, account));

const invalid = (message: string) => new ApiError('invalid_parameter', { message });

export const save = defineConsoleChange(saveSso, async ({ account, body, tx, audit, services }) => {
  const issuer = toIssuer(body.issuer);
  if (issuer === null) throw invalid('The issuer must be an address that starts with https://.');
  const domain = toDomain(body.domain);
  if (domain === null) throw invalid('The domain must be the part of your email addresses after the @.');
  const { client_id: clientId, client_secret: secret } = body;
  const clientSecret = secret === undefined ? null : sealClientSecret(services.appSecrets, account.id, secret);
  const saved = await saveSsoProvider(tx, { accountId: account.id, issuer, clientId, clientSecret, domain });
  if (saved === null) throw invalid('Enter the client secret that belongs to this issuer.');
  const detail = { issuer, client_id: clientId, changed_secret: secret !== undefined };
  await audit({ target: domain, detail });
  return readSso(services, account);
});

export const allowAddressEndpoint = defineConsoleChange(allowSsoAddress, async (input) => {
  const { account, body, tx, audit, services } = input;
  const { email, user_id: userId } = body;
  if ((email === undefined) === (userId === undefined))
    throw invalidField('email', 'Send either an address or the id of a member.');
  const sent = email ?? found(await findMemberAddress(tx, account.id, userId ?? 0));
  const allowed = found(await allowAddress(tx, account.id, sent));
  await audit({ target: presentRecipient(allowed) });
  return readSso(services, account);
});

export const disallowAddressEndpoint = defineConsoleChange(disallowSsoAddress, async (input) => {
  const { account, caller, params, tx, audit, services } = input;
  const id = found(parseUuid(params.address_id));
  const { email, suspended } = found(await disallowAddress(tx, account.id, id));
  requireAccess(suspended, caller);
  await audit({ target: presentRecipient(email), detail: { suspended_members: suspended.length } });
  return readSso(services, account);
});

export const setState = defineConsoleEndpoint(setSsoState, async ({ account, caller, body, audit, services }) => {
  const { state } = body;
  const provider = found(await findSsoProvider(services.database, account.id));
  const problem = state === 'off' ? null : await findProviderProblem(services.sso, provider);
  if (problem !== null) throw new ApiError('invalid_parameter', { message: problem });
  return services.database.modelTransaction(async (tx) => {
    const changed = await saveState(tx, account.id, state);
    if (changed === null)
      throw new ApiError('invalid_parameter', { message: 'Verify the domain before you turn on single sign-on.' });
    const { endedSessions, suspended } = changed;
    requireAccess(suspended, caller);
    await audit(tx, {
      target: state,
      detail: { ended_sessions: endedSessions, suspended_members: suspended.length },
    });
    return readSso({ ...services, reads: apiReads(tx) }, account);
  });
});

export const test = defineConsoleEndpoint(testSso, async ({ account, services }) => {
  const provider = found(await findSsoProvider(services.database, account.id));
  return { problem: await findProviderProblem(services.sso, provider) };
});

const PROBLEMS = {
  missing: 'DNS does not return the TXT record yet. New records can take up to an hour to appear.',
  unknown: 'DNS does not respond. Try again in a few minutes, or ask your operator to verify the domain.',
  not_found: 'The domain was changed in the meantime. Reload the page.',
  taken: 'Another account has verified this domain.',
};

export const verifyDomain = defineConsoleEndpoint(verifySsoDomain, async ({ account, audit, services }) => {
  const { database, sso, clock } = services;
  const provider = found(await findSsoProvider(database, account.id));
  const { accountId, domain } = provider;
  const record = await checkTxtRecord(provider, sso.resolveTxt);
  if (record !== 'found') throw new ApiError('invalid_parameter', { message: PROBLEMS[record] });
  const verified = { accountId, domain, now: new Date(clock.now()) };
  const result = await markDomainVerified(database, verified, (tx) => audit(tx, { target: domain }));
  if (result !== 'verified') throw new ApiError('invalid_parameter', { message: PROBLEMS[result] });
  return readSso(services, account);
});

export const remove = defineConsoleChange(removeSso, async ({ account, tx, audit, services }) => {
  if (await removeSsoProvider(tx, account.id)) await audit({ target: account.name });
  return readSso(services, account);
});

async function readSso(
  { reads, sso }: ConsoleServices,
  { id, prefixedId }: MembershipRecord,
): Promise<SsoSettings> {
  const { provider, linkedPeople, affectedPeople, outsideMembers, allowedAddresses } =
    await reads.findSsoSettings(id);
  return {
    provider: provider && presentProvider(provider),
    redirect_uri: sso.redirectUri(prefixedId),
    sign_in_url: sso.signInUrl(prefixedId),
    linked_people: linkedPeople,
    affected_people: affectedPeople,
    outside_members: outsideMembers.map(({ userId, ...member }) => ({ user_id: userId, ...member })),
    allowed_addresses: allowedAddresses.map((address) => ({
      id: address.id,
      recipient: presentRecipient(address.email),
    })),
  };
}

type ProviderRecord = NonNullable<Awaited<ReturnType<ConsoleServices['reads']['findSsoSettings']>>['provider']>;

function presentProvider(provider: ProviderRecord): SsoSettings['provider'] {
  const { issuer, clientId, domain, domainVerifiedAt, state } = provider;
  const { name, value } = txtRecordOf(provider);
  return {
    issuer,
    client_id: clientId,
    domain,
    domain_verified_at: domainVerifiedAt && presentTime(domainVerifiedAt),
    state,
    txt_name: name,
    txt_value: value,
  };
}

/** One message for every network problem, so that nobody can use Slipway to explore the network it runs in. */
const NO_ANSWER =
  'The provider does not respond. Check the issuer, and that Slipway can reach it: providers in private networks must be allowed by SSO_ALLOWED_NETWORKS.';
const NOT_CONFORM =
  'The address responds, but not as an OpenID Connect provider with this issuer. Copy the issuer exactly as its metadata states it.';

async function findProviderProblem(sso: Sso, provider: SsoProviderRecord): Promise<string | null> {
  const access = sso.accessOf(provider);
  try {
    await sso.client.check(access);
    return null;
  } catch (error) {
    sso.logger.info({ err: error, accountId: provider.accountId }, 'test of an identity provider failed');
    return refusalOf(error) === 'provider_unreachable' ? NO_ANSWER : NOT_CONFORM;
  }
}

/** Refuses a change by which the owner who makes it loses access: nobody might be left to undo it. */
function requireAccess(suspended: readonly number[], { userId }: ConsoleCaller): void {
  if (!suspended.includes(userId)) return;
  throw new ApiError('invalid_parameter', {
    message:
      'You would lock yourself out, because your own address is outside the domain. Allow it, and add a second factor to your sign-in, first.',
  });
}
