import { describe, expect, it } from '@jest/globals';
import { isRegistered, redirectUriProblem } from './registration.js';

describe('a client', () => {
  it.each([
    'https://claude.ai/api/mcp/auth_callback',
    'https://client.example/callback?tenant=1',
    'http://127.0.0.1:49152/callback',
    'http://[::1]/callback',
    'https://[2001:db8::1]:8443/callback',
    'http://localhost:8976/oauth/callback',
    'cursor://anysphere.cursor-mcp/oauth/callback',
  ])('may register %s', (uri) => {
    expect(redirectUriProblem(uri)).toBeNull();
  });

  it.each([
    'http://client.example/callback',
    'http://127.0.0.1.evil.example/callback',
    'http://localhost.evil.example/callback',
    'http://127.0.0.1@evil.example/callback',
    'http://evil.example\\@127.0.0.1/callback',
    'https://user:pass@client.example/callback',
    'https://client.example/callback#code',
    'https://client.example/callback#',
    'https://client.example/call\nback',
    "https://evil.example;script-src'unsafe-inline'/callback",
    'https://evil.example;report-uri/callback',
    "https://evil.example'/callback",
    'https://evil_client.example/callback',
    'https://evil.example,other.example/callback',
    'cursor://evil;x/callback',
    'cursor:callback',
    'javascript:alert(1)',
    'data:text/html,hello',
    'file:///etc/passwd',
    'ms-msdt:/id',
    '/callback',
    'callback',
    '',
    `https://client.example/${'a'.repeat(1_000)}`,
  ])('cannot register %j', (uri) => {
    expect(redirectUriProblem(uri)).toEqual(expect.any(String));
  });
});

describe('the address of an authorization request', () => {
  it('cannot be one that is refused now, even if an earlier release registered it', () => {
    const uri = 'https://evil.example;report-uri/callback';
    expect(isRegistered(uri, [uri])).toBe(false);
  });

  const registered = ['https://client.example/callback', 'http://127.0.0.1:1111/callback'];

  it.each(['https://client.example/callback', 'http://127.0.0.1:1111/callback', 'http://127.0.0.1:2222/callback'])(
    'may be %s: it is registered, or differs only in its loopback port',
    (uri) => {
      expect(isRegistered(uri, registered)).toBe(true);
    },
  );

  it.each([
    'https://client.example:444/callback',
    'https://client.example/callback/',
    'https://client.example/callback?next=evil',
    'https://client.example/Callback',
    'https://CLIENT.example/callback',
    'https://client.example.evil.example/callback',
    'http://client.example/callback',
    'http://127.0.0.1:2222/callback/../other',
    'http://127.0.0.1:2222/callback?x=1',
    'http://127.0.0.1:2222/callback#x',
    'http://localhost:2222/callback',
    'http://[::1]:2222/callback',
    'https://127.0.0.1:2222/callback',
    'http://evil@127.0.0.1:2222/callback',
  ])('cannot be %s', (uri) => {
    expect(isRegistered(uri, registered)).toBe(false);
  });
});
