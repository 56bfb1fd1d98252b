import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { startStack } from './stack.js';

const stack = await startStack();
const { baseUrl } = stack;

async function register(redirectUri: string): Promise<string> {
  const response = await fetch(`${baseUrl}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'Harbor assistant', redirect_uris: [redirectUri] }),
  });
  return ((await response.json()) as { client_id: string }).client_id;
}

describe('an assistant that connects with OAuth', () => {
  // Browsers check by the page's policy where its form leads, so the redirect has to work in a real one.
  it.each(['https://assistant.example/callback', 'http://127.0.0.1:9/callback', 'http://[::1]:9/callback'])(
    'is allowed by the user, returns to %s, and is listed with their tokens',
    async (redirectUri) => {
      const page = await stack.signedIn('owner', { mayReport: '/callback' });
      const verifier = randomBytes(32).toString('base64url');
      const clientId = await register(redirectUri);
      const query = new URLSearchParams({
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
        scope: 'ping read:builds',
      });
      await page.goto(`/oauth/authorize?${query}`);
      await page.getByText('Harbor assistant').first().waitFor();
      // Nothing answers there. A browser that the policy stops sends no request at all.
      const returned = page.waitForRequest((request) => request.url().startsWith(redirectUri));
      await page.getByRole('button', { name: 'Allow' }).click();
      const { searchParams } = new URL((await returned).url());
      const fields = {
        grant_type: 'authorization_code',
        client_id: clientId,
        redirect_uri: redirectUri,
        code: searchParams.get('code') ?? '',
        code_verifier: verifier,
      };
      const response = await fetch(`${baseUrl}/oauth/token`, {
        method: 'POST',
        body: new URLSearchParams(fields),
      });
      expect(await response.json()).toMatchObject({ scope: 'ping read:builds' });
      // The first page is still on its way to the address that does not answer.
      const tokens = await stack.openPage('/settings/tokens', 'owner');
      const row = tokens.getByRole('listitem').filter({ hasText: 'Harbor assistant' }).first();
      expect(await row.textContent()).toMatch(/assistant.*2 scopes.*Expires/s);
      await row.getByRole('button', { name: /Revoke/ }).click();
      await tokens.getByRole('button', { name: 'Revoke token' }).click();
      await tokens.getByText('Token revoked.').waitFor();
    },
  );
});
