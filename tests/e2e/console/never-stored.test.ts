import { expect, it } from '@jest/globals';
import { serveConsole } from './served-console.js';

const { make, project, owner } = await serveConsole();
const { id } = await make.integration(project, 'github');
const settings = `/projects/${project.id}/settings`;
const integrations = `/projects/${project.id}/integrations`;

it.each([
  ['POST', '/tokens', { name: 'CI', scopes: ['ping'], expires_in_days: 1 }],
  ['POST', integrations, { provider: 'github', name: 'Harbor', with_secret: true }],
  ['POST', `${integrations}/${id}/token`, { overlap: 'none' }],
  ['POST', `${integrations}/${id}/secret`, { overlap: 'none' }],
  ['GET', settings, undefined],
  ['PATCH', settings, { name: 'Harbor' }],
  ['POST', `/projects/${project.id}/state`, { state: 'active' }],
  ['POST', `/projects/${project.id}/feed_link`, undefined],
] as const)(
  'the response to %s %s, which contains a credential, must not be cached',
  async (method, path, body) => {
    const { status, headers } = await owner.browser.call(method, path, body);
    expect(status).toBeLessThan(300);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', pragma: 'no-cache' });
  },
);
