import { expect, it } from '@jest/globals';
import { startOauthService } from '../oauth-service.js';

const { register, postJson, token } = await startOauthService({ GENERAL_RATE_LIMIT: '70' });

it('429: an address can register 60 clients an hour', async () => {
  for (let count = 0; count < 60; count += 1) await register();
  const refused = await postJson({ redirect_uris: ['https://client.example/callback'] });
  expect(refused).toMatchObject({ status: 429, body: { error: 'rate_limited' } });
});

it('429: requests for tokens are limited by address too', async () => {
  let status = 0;
  for (let count = 0; count < 70 && status !== 429; count += 1) ({ status } = await token({ grant_type: 'x' }));
  expect(status).toBe(429);
});
