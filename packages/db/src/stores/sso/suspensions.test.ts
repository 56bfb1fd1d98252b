import { afterAll, expect, it } from '@jest/globals';
import { newId } from '@slipway/domain';
import { eventually, factories, openTestDatabase, testDatabase } from '@slipway/testing';
import { acceptInvitation } from '../members/invitations.js';
import { setSsoState } from './sso-providers.js';

const { url } = await testDatabase();
const database = openTestDatabase(url);
afterAll(() => database.close());
const { prisma } = database;
const make = factories(database);

it('a person who joins while single sign-on becomes required is suspended', async () => {
  const { accountId, userId: invitedById } = await make.studio();
  const { userId } = await make.studio();
  const secret = { clientSecret: Buffer.alloc(1), domainToken: 't', domainVerifiedAt: new Date() };
  const provider = { issuer: 'https://login.example', clientId: 'slipway', domain: 'studio.example' };
  await prisma.ssoProvider.create({ data: { accountId, ...provider, ...secret, state: 'optional' } });
  const invitationId = newId();
  const invitation = { email: 'guest@elsewhere.example', expiresAt: new Date(Date.now() + 3_600_000) };
  await prisma.invitation.create({ data: { id: invitationId, accountId, invitedById, ...invitation } });
  let isOver = false;
  let requiring: Promise<unknown> | undefined;
  await database.modelTransaction(async (tx) => {
    const who = { userId };
    await acceptInvitation(tx, { invitationId, who, now: new Date(), ipAddress: '', userAgent: '' });
    requiring = database
      .modelTransaction((other) => setSsoState(other, accountId, 'required'))
      .finally(() => {
        isOver = true;
      });
    await eventually('the other transaction waits or ends', async () => {
      const { rows } = await database.pool.query({
        text: `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      });
      return isOver || rows.length > 0 || undefined;
    });
  });
  await requiring;
  const key = { userId_accountId: { userId, accountId } };
  expect((await prisma.accountMembership.findUniqueOrThrow({ where: key })).suspendedAt).not.toBeNull();
});
