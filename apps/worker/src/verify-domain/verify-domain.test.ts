import { expect, it } from '@jest/globals';
import { openProcessDatabase, saveSsoProvider } from '@slipway/db';
import { factories, testProcess } from '@slipway/testing';
import { verifyDomain } from './verify-domain.js';

const context = await testProcess();
const database = openProcessDatabase(context, { name: 'test', statementTimeoutMs: 10_000 });
const { prisma } = database;
const make = factories(database);

/** An account whose owner entered a provider for the domain. */
async function accountWith(domain: string): Promise<number> {
  const { accountId } = await make.studio();
  const provider = { issuer: 'https://login.example', clientId: 'slipway', clientSecret: new Uint8Array([1]) };
  await database.modelTransaction((tx) => saveSsoProvider(tx, { accountId, domain, ...provider }));
  return accountId;
}

const verify = (accountId: number | string, domain: string) =>
  verifyDomain(context.settings, String(accountId), domain);
const isVerified = async (accountId: number) =>
  (await prisma.ssoProvider.findUniqueOrThrow({ where: { accountId } })).domainVerifiedAt !== null;

it('the operator verifies the domain of an account, which the audit log records', async () => {
  const accountId = await accountWith('tidewater.example');
  const { name } = await prisma.account.findUniqueOrThrow({ where: { id: accountId } });
  expect(await verify(accountId, 'tidewater.example')).toEqual({
    isVerified: true,
    text: `tidewater.example is verified for ${name}.`,
  });
  expect(await isVerified(accountId)).toBe(true);
  expect(await prisma.auditEntry.findMany({ where: { accountId, action: 'sso.verify_domain' } })).toMatchObject([
    { userId: null, target: 'tidewater.example', detail: { by: 'operator' } },
  ]);
});

it('a domain that belongs to another account is refused, without an entry', async () => {
  expect((await verify(await accountWith('harbor.example'), 'harbor.example')).isVerified).toBe(true);
  const second = await accountWith('harbor.example');
  expect(await verify(second, 'harbor.example')).toEqual({
    isVerified: false,
    text: 'harbor.example cannot be verified: another account has verified it.',
  });
  expect(await isVerified(second)).toBe(false);
  expect(await prisma.auditEntry.count({ where: { accountId: second, action: 'sso.verify_domain' } })).toBe(0);
});

it('anything else than an account and its domain is explained', async () => {
  const accountId = await accountWith('cove.example');
  expect((await verify('acct_1', 'cove.example')).text).toBe('acct_1 is not the number of an account.');
  expect((await verify(accountId, 'bay.example')).text).toBe(
    `Account ${accountId} uses the domain cove.example, not bay.example.`,
  );
  const { accountId: without } = await make.studio();
  expect((await verify(without, 'cove.example')).text).toContain('has no identity provider');
});
