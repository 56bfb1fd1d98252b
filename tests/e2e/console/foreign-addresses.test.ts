import { expect, it } from '@jest/globals';
import { serveSso } from './served-sso.js';

const { prisma, make, owner, accountId } = await serveSso();

it('404: an owner cannot take an allowed address off the list of another account, nor allow a person who is only there', async () => {
  const { accountId: other, userId } = await make.studio();
  const login = { issuer: 'https://login.example', clientId: 'slipway', clientSecret: Buffer.alloc(1) };
  await prisma.ssoProvider.create({
    data: { accountId: other, ...login, domain: 'other.example', domainToken: 't' },
  });
  const address = await prisma.ssoAllowedAddress.create({
    data: { accountId: other, email: 'a@elsewhere.example' },
  });
  const path = `/accounts/${accountId}/sso/allowed_addresses`;
  expect((await owner.browser.call('DELETE', `${path}/${address.id}`)).status).toBe(404);
  expect((await owner.browser.call('POST', path, { user_id: userId })).status).toBe(404);
  expect(await prisma.ssoAllowedAddress.findMany()).toEqual([address]);
});
