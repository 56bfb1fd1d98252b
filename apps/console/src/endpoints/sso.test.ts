import { afterAll, describe, expect, it } from '@jest/globals';
import { apiReads } from '@slipway/db';
import { factories, openTestDatabase, testClock, testDatabase } from '@slipway/testing';
import type { ConsoleCaller } from '../console-endpoint.js';
import type { ConsoleServices } from '../services.js';
import { type ResolveTxt, txtRecordOf } from '../sso/domains.js';
import { verifyDomain } from './sso.js';

const { url } = await testDatabase();
const database = openTestDatabase(url);
afterAll(() => database.close());
const { prisma } = database;
const make = factories(database);
const clock = testClock();

/** An account whose domain is not verified yet, and DNS as far as it knows about it. */
async function accountWith(domain: string) {
  const { accountId, userId } = await make.studio();
  const provider = await prisma.ssoProvider.create({
    data: {
      accountId,
      domain,
      domainToken: `token-${accountId}`,
      clientId: 'slipway',
      issuer: 'https://login.studio.test',
      clientSecret: Buffer.alloc(1),
    },
  });
  const { name, value } = txtRecordOf(provider);
  const published: ResolveTxt = async (host) => (host === name ? [['unrelated'], [value]] : []);
  async function verify(resolveTxt: ResolveTxt) {
    const caller = { userId, ipAddress: '203.0.113.7', userAgent: 'Firefox' } as ConsoleCaller;
    const sso = { resolveTxt, redirectUri: (id: string) => id, signInUrl: (id: string) => id };
    const services = { database, reads: apiReads(database), clock, sso } as unknown as ConsoleServices;
    const params = { account_id: String(accountId) };
    await verifyDomain.handle({
      caller,
      params,
      services,
      query: {},
      body: undefined,
      project: undefined,
    } as never);
  }
  const entries = () => prisma.auditEntry.findMany({ where: { accountId } });
  const verifiedAt = async () =>
    (await prisma.ssoProvider.findUniqueOrThrow({ where: { accountId } })).domainVerifiedAt;
  return { accountId, userId, published, verify, entries, verifiedAt };
}

describe('the verification of a domain', () => {
  it('is recorded in the audit log, with the person and the address', async () => {
    const { userId, published, verify, entries, verifiedAt } = await accountWith('one.example');
    await verify(published);
    expect(await verifiedAt()).toEqual(new Date(clock.now()));
    expect(await entries()).toMatchObject([
      { action: 'sso.verify_domain', target: 'one.example', userId, ipAddress: '203.0.113.7' },
    ]);
  });

  it.each<[string, ResolveTxt, string]>([
    ['without the TXT record', async () => [['slipway-verification=another']], 'does not return the TXT record'],
    ['while DNS does not respond', () => Promise.reject(new Error('ETIMEOUT')), 'DNS does not respond'],
  ])('%s fails, and is not recorded', async (_, resolveTxt, problem) => {
    const { verify, entries, verifiedAt } = await accountWith('two.example');
    await expect(verify(resolveTxt)).rejects.toThrow(problem);
    expect([await verifiedAt(), await entries()]).toEqual([null, []]);
  });

  it('fails for a domain that another account has verified, and is not recorded', async () => {
    const [first, second] = [await accountWith('three.example'), await accountWith('three.example')];
    await first.verify(first.published);
    await expect(second.verify(second.published)).rejects.toThrow('Another account has verified this domain');
    expect([await second.verifiedAt(), await second.entries()]).toEqual([null, []]);
  });
});
