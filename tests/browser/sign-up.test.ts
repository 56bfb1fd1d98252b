import { expect, it } from '@jest/globals';
import { eventually, testSmtp } from '@slipway/testing';
import { barriers, overflow, PHONE } from './barriers.js';
import { startStack } from './stack.js';

const smtp = await testSmtp();
const stack = await startStack({ SIGN_UP: 'open', SMTP_URL: smtp.url });

it('a stranger signs up on a phone by email, and continues with the tools of the first project', async () => {
  const page = await stack.newPage({ viewport: PHONE });
  await page.goto('/sign-in');
  await page.getByRole('link', { name: 'Create an account' }).click();
  expect([...(await overflow(page)), ...(await barriers(page))]).toEqual([]);
  await page.getByLabel('Email address').fill('ines@driftwood.example');
  await page.getByRole('button', { name: 'Send link' }).click();
  const mail = await eventually('the link arrives', async () =>
    smtp.received.find(({ parsed }) => parsed.subject?.includes('Create your Slipway account')),
  );
  await page.goto(/https?:\S+sign-up\/finish\S+/.exec(mail.parsed.text ?? '')?.[0] ?? '');
  expect([...(await overflow(page)), ...(await barriers(page))]).toEqual([]);
  await page.getByLabel('Studio').fill('Driftwood Games');
  await page.getByLabel('First project').fill('Undertow Two');
  await page.getByLabel('Your name').fill('Ines Vale');
  await page.getByLabel('Choose a password').fill('a long enough password');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { name: 'Driftwood Games' }).waitFor();
  await page.getByRole('link', { name: 'Connect its tools' }).click();
  await page.waitForURL(/\/projects\/\d+\/integrations$/);
});
