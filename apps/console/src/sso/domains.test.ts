import { describe, expect, it } from '@jest/globals';
import { checkTxtRecord, toDomain, toIssuer } from './domains.js';

describe('toDomain', () => {
  it.each([
    ['Tidewater.Example', 'tidewater.example'],
    [' spiele.münchen.example ', 'spiele.xn--mnchen-3ya.example'],
  ])('stores %s as %s', (typed, domain) => {
    expect(toDomain(typed)).toBe(domain);
  });

  it.each(['', 'localhost', '10.0.0.1', 'a..example', 'a b.example', '*.example', 'x@tidewater.example', '[::1]'])(
    'refuses %p',
    (typed) => {
      expect(toDomain(typed)).toBeNull();
    },
  );
});

describe('toIssuer', () => {
  it.each(['https://login.tidewater.example', 'https://login.example/realms/studio', 'http://127.0.0.1:9000'])(
    'accepts %s',
    (issuer) => {
      expect(toIssuer(issuer)).toBe(issuer);
    },
  );

  it.each([
    'login.example',
    'http://login.example',
    'https://a:b@login.example',
    'https://login.example?x=1',
    'https://login.example#x',
    'file:///etc/passwd',
  ])('refuses %s', (issuer) => {
    expect(toIssuer(issuer)).toBeNull();
  });
});

describe('a domain', () => {
  const provider = { domain: 'tidewater.example', domainToken: 'abc' };
  const failing = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }));

  it('is verified by its own TXT record, even if it comes in chunks', async () => {
    const resolved: string[] = [];
    const resolve = (name: string) => {
      resolved.push(name);
      return Promise.resolve([['v=spf1 -all'], ['slipway-verif', 'ication=abc']]);
    };
    expect(await checkTxtRecord(provider, resolve)).toBe('found');
    expect(resolved).toEqual(['_slipway.tidewater.example']);
  });

  it.each([
    ['missing', 'another token', () => Promise.resolve([['slipway-verification=abcd']])],
    ['missing', 'no record', failing('ENODATA')],
    ['missing', 'no such name', failing('ENOTFOUND')],
    ['unknown', 'a DNS server that does not answer', failing('ETIMEOUT')],
  ])('is %s with %s', async (expected, _, resolve) => {
    expect(await checkTxtRecord(provider, resolve)).toBe(expected);
  });
});
