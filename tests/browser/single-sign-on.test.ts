import { afterAll, describe, expect, it } from '@jest/globals';
import { CLIENT, startIdentityProvider } from '../identity-provider.js';
import { barriers, overflow } from './barriers.js';
import { startStack } from './stack.js';

const stack = await startStack({ SSO_ALLOWED_NETWORKS: '127.0.0.0/8' });
const { baseUrl, demo } = stack;
const { prisma } = stack.database;
const { accountId } = await prisma.project.findUniqueOrThrow({ where: { id: demo.projects.main } });
const { prefixedId } = await prisma.account.findUniqueOrThrow({ where: { id: accountId } });
const provider = await startIdentityProvider([`${baseUrl}/sso/${prefixedId}/callback`]);
afterAll(() => provider.close());
// The owner of another studio, whose address is outside the domain.
await prisma.accountMembership.create({ data: { accountId, userId: demo.users.outsider.id, role: 'member' } });
provider.person = { sub: 'new-1', email: 'robin@tidewater.test', name: 'Robin Vale' };

describe('single sign-on', () => {
  it('is set up by an owner, signs a new person in without JavaScript, and can be required', async () => {
    const page = await stack.signedIn('owner', { viewport: { width: 375, height: 800 }, colorScheme: 'dark' });
    await page.goto('/settings/single-sign-on');
    await page.getByLabel('Issuer').fill(provider.issuer);
    await page.getByLabel('Client ID').fill(CLIENT.client_id);
    await page.getByLabel('Client secret').fill(CLIENT.client_secret);
    await page.getByLabel('Email domain').fill('tidewater.test');
    await page.getByRole('button', { name: 'Save provider' }).click();
    await page.getByRole('button', { name: 'Verify domain' }).waitFor();
    await page.getByRole('button', { name: 'Test connection' }).click();
    await page.getByText('The provider responds and can be used.').waitFor();
    expect([...(await barriers(page)), ...(await overflow(page))]).toEqual([]);
    // There is no public DNS here.
    await prisma.ssoProvider.update({ where: { accountId }, data: { domainVerifiedAt: new Date() } });
    await page.reload();
    await page.getByLabel('Single sign-on').selectOption('required');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Require single sign-on?' });
    await dialog.getByText('Idris Vane').waitFor();
    expect([...(await barriers(page)), ...(await overflow(page))]).toEqual([]);
    await dialog.getByRole('button', { name: 'Require single sign-on' }).click();
    await page.getByText('Single sign-on saved.').waitFor();
    await page.getByRole('listitem').filter({ hasText: 'Idris Vane' }).getByText('No access').waitFor();
    await page.getByRole('button', { name: 'Allow Idris Vane' }).click();
    await page.getByText('has no access until they add a second factor').waitFor();
    await page.getByRole('button', { name: 'Remove id… at copperline.test' }).click();
    await page.getByText('is no longer allowed').waitFor();
    expect([...(await barriers(page)), ...(await overflow(page))]).toEqual([]);

    const outsider = await stack.signedIn('outsider');
    await outsider.getByRole('button', { name: /switch account/ }).click();
    await outsider.getByText('No access').waitFor();
    expect(await barriers(outsider)).toEqual([]);

    const visitor = await stack.newPage({ javaScriptEnabled: false, mayReport: provider.issuer });
    await visitor.goto('/sign-in');
    await visitor.getByRole('link', { name: 'Sign in with single sign-on' }).click();
    await visitor.getByLabel('Email address').fill(provider.person.email);
    await visitor.getByRole('button', { name: 'Continue' }).click();
    await visitor.getByRole('button', { name: 'Sign in at the studio' }).click();
    await visitor.waitForURL(`${baseUrl}/`);
    const user = await prisma.user.findUniqueOrThrow({ where: { email: provider.person.email } });
    expect(await prisma.session.count({ where: { userId: user.id } })).toBe(1);

    // The provider still knows the person, and asks again because a confirmation needs it.
    const confirmedAt = new Date(Date.now() - 10 * 60_000);
    await prisma.session.updateMany({ where: { userId: user.id }, data: { confirmedAt } });
    await visitor.goto('/second-factor/set-up');
    await visitor.getByRole('heading', { name: 'Confirm that it is you' }).waitFor();
    await visitor.getByRole('link', { name: `Confirm at ${new URL(provider.issuer).host}` }).click();
    await visitor.getByRole('button', { name: 'Sign in at the studio' }).click();
    await visitor.getByRole('heading', { name: 'Set up an authenticator app' }).waitFor();

    const member = await stack.newPage({ mayReport: 'status of 403' });
    await member.goto('/sign-in');
    await member.getByLabel('Email').fill(demo.users.member.email);
    await member.getByLabel('Password').fill(demo.users.member.password);
    await member.getByRole('button', { name: 'Sign in' }).click();
    await member.getByText('requires single sign-on').waitFor();
    // The emergency exit.
    await stack.signedIn('owner');
  });
});
