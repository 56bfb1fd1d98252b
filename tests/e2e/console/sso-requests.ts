import { newId } from '@slipway/domain';
import type { ServedIntegrations } from './served-integrations.js';

interface SsoRequest {
  readonly path: string;
  readonly body?: object;
}

/** Requests that set up single sign-on, and allow addresses outside its domain. */
export function ssoRequests(
  { database: { prisma }, accountId }: ServedIntegrations,
  account: string,
): Readonly<Record<string, () => Promise<SsoRequest> | SsoRequest>> {
  const withSso = async (request: SsoRequest) => {
    const provider = { issuer: 'https://login.studio.test', clientId: 'slipway', clientSecret: Buffer.alloc(1) };
    const data = { ...provider, accountId, domain: 'studio.test', domainToken: 't' };
    await prisma.ssoProvider.upsert({ where: { accountId }, create: data, update: data });
    return request;
  };
  return {
    saveSso: () => ({
      path: `${account}/sso`,
      body: {
        issuer: 'https://login.studio.test',
        client_id: 'slipway',
        client_secret: 's',
        domain: 'studio.test',
      },
    }),
    setSsoState: () => withSso({ path: `${account}/sso/state`, body: { state: 'off' } }),
    removeSso: () => withSso({ path: `${account}/sso` }),
    allowSsoAddress: () =>
      withSso({ path: `${account}/sso/allowed_addresses`, body: { email: `${newId()}@guests.test` } }),
    disallowSsoAddress: async () => {
      await withSso({ path: '' });
      const { id } = await prisma.ssoAllowedAddress.create({
        data: { accountId, email: `${newId()}@guests.test` },
      });
      return { path: `${account}/sso/allowed_addresses/${id}` };
    },
  };
}
