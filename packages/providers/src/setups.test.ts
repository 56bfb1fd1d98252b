import { describe, expect, it } from '@jest/globals';
import type { Provider } from './define-provider.js';
import { providers } from './registry.js';
import { SETUPS } from './setups.js';
import { BUILD_PROVIDERS, COLLECTOR_PATH, TEST_REPORT_PATH } from './test-reports/test-report.js';

const context = { baseUrl: 'https://slipway.example.com', token: 'f'.repeat(64), secret: 's3cret' };

it('every provider has a setup guide', () => {
  expect(SETUPS.map(({ id }) => id).toSorted()).toEqual(providers.map(({ id }) => id));
});

it('no two tools in a group have the same rank', () => {
  const places = SETUPS.map(({ group, rank }) => `${group} ${rank}`);
  expect(new Set(places).size).toBe(places.length);
});

describe.each(SETUPS.map((setup) => [setup.id, setup] as const))('the setup of %s', (id, setup) => {
  const provider = providers.find((each: Provider) => each.id === id) as Provider;

  it('uses a URL of the provider that contains the token', () => {
    expect(provider.endpoints.map(({ path }) => path)).toContain(setup.path);
    const texts = JSON.stringify(setup.steps(context));
    const addresses = texts.match(/https:\/\/slipway\.example\.com\/webhooks\/[\w/$]+/g) ?? [];
    const tests = BUILD_PROVIDERS.has(id) ? [TEST_REPORT_PATH, COLLECTOR_PATH] : [];
    const paths = [...provider.endpoints.map(({ path }) => `/webhooks/${path}`), ...tests];
    const known = new Set(paths.map((path) => context.baseUrl + path));
    for (const address of addresses) expect(known.has(address) || address.endsWith('/$1')).toBe(true);
    expect(addresses.length).toBeGreaterThan(0);
    expect(texts).toContain(context.token);
  });

  it('asks for a secret only if requests can be signed', () => {
    if (setup.secret !== 'none') expect(provider.signature).not.toBeNull();
    if (provider.signature?.checked === 'always') expect(setup.secret).not.toBe('none');
  });

  it('has a sample request to the right URL', () => {
    const [, path = ''] = /webhooks\/([\w/]+)/.exec(setup.sample(context)) ?? [];
    expect(provider.endpoints.map((endpoint) => endpoint.path)).toContain(path);
  });
});
