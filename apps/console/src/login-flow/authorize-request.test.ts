import { describe, expect, it } from '@jest/globals';
import { LOGIN_SCOPES } from '@slipway/contracts';
import { readAuthorizeRequest, returnAddress } from './authorize-request.js';

const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

/** Reads a valid request with the given changes; null omits a parameter. */
function read(changes: Readonly<Record<string, string | null>> = {}) {
  const query = new URLSearchParams({ code_challenge: CHALLENGE, state: 'xyz', port: '49152' });
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) query.delete(name);
    else query.set(name, value);
  }
  return readAuthorizeRequest(query);
}

describe('an authorize request', () => {
  it('with a port returns to the loopback address and requests every scope of a login', () => {
    expect(read({ client_name: 'slipway on harbor' })).toEqual({
      codeChallenge: CHALLENGE,
      state: 'xyz',
      redirectUri: 'http://127.0.0.1:49152/callback',
      clientName: 'slipway on harbor',
      scopes: LOGIN_SCOPES,
    });
  });

  it.each(['read:builds read:tasks', 'read:tasks,read:builds', 'read:builds  read:tasks read:builds'])(
    'grants exactly the scopes that %j names',
    (scope) => {
      expect(read({ scope })).toMatchObject({ scopes: ['read:tasks', 'read:builds'] });
    },
  );

  it.each(['http://127.0.0.1:8976/callback', 'http://[::1]:8976/callback', 'http://localhost:8976/callback'])(
    'may return to %s',
    (redirectUri) => {
      expect(read({ port: null, redirect_uri: redirectUri })).toMatchObject({ redirectUri });
    },
  );

  it.each([
    [{ code_challenge: null }, /code_challenge/],
    [{ code_challenge: 'short' }, /code_challenge/],
    [{ code_challenge_method: 'plain' }, /S256/],
    [{ state: null }, /state/],
    [{ state: '' }, /state/],
    [{ port: null }, /port or redirect_uri/],
    [{ port: '0' }, /port/],
    [{ port: '65536' }, /port/],
    [{ port: '80/x' }, /port/],
    [{ redirect_uri: 'https://127.0.0.1:49152/callback' }, /redirect_uri/],
    [{ redirect_uri: 'http://evil.example/callback' }, /redirect_uri/],
    [{ redirect_uri: 'http://127.0.0.1.evil.example/callback' }, /redirect_uri/],
    [{ redirect_uri: 'http://127.0.0.1:49152@evil.example/callback' }, /redirect_uri/],
    [{ redirect_uri: 'http://evil.example\\@127.0.0.1:49152/callback' }, /redirect_uri/],
    [{ redirect_uri: 'http://127.0.0.1:49152/callback/../x' }, /redirect_uri/],
    [{ redirect_uri: 'http://127.0.0.1:49152/callback?next=x' }, /redirect_uri/],
    [{ redirect_uri: 'http://127.0.0.1:49152/callback#x' }, /redirect_uri/],
    [{ redirect_uri: 'http://127.0.0.1:1234/callback' }, /different ports/],
    [{ redirect_uri: 'javascript:alert(1)' }, /redirect_uri/],
    [{ scope: '' }, /scope/],
    [{ scope: 'read:members' }, /read:members/],
    [{ scope: 'read:tasks write:everything' }, /write:everything/],
  ])('%j is refused', (changes, message) => {
    expect(read(changes)).toEqual({ problem: expect.stringMatching(message) });
  });

  it('with a repeated parameter is refused', () => {
    const query = new URLSearchParams(`code_challenge=${CHALLENGE}&state=a&state=b&port=1`);
    expect(readAuthorizeRequest(query)).toEqual({ problem: 'state is given more than once.' });
  });

  it('ignores parameters of other login flows', () => {
    expect(read({ response_type: 'code', client_id: 'cli' })).toMatchObject({ state: 'xyz' });
  });

  it('returns the state exactly as it was sent', () => {
    const request = read({ state: 'a b&c=d' });
    if ('problem' in request) throw new Error(request.problem);
    const address = new URL(returnAddress(request, { code: 'c' }));
    expect(Object.fromEntries(address.searchParams)).toEqual({ code: 'c', state: 'a b&c=d' });
  });
});
