import { describe, expect, it } from '@jest/globals';
import { newOauthTokens, newRefreshSalt, nextOauthTokens } from './tokens.js';

const TOKEN = /^[\w-]{43}$/;

describe('the tokens that replace a refresh token', () => {
  const { refreshToken } = newOauthTokens();
  const salt = newRefreshSalt();
  const next = nextOauthTokens(refreshToken, salt, 'abcdefgh');

  it('are the same for a repeated request', () => {
    expect(nextOauthTokens(refreshToken, salt, 'abcdefgh')).toEqual(next);
  });

  it('have the form of API tokens, and the prefix of their grant', () => {
    expect(next.accessToken).toMatch(TOKEN);
    expect(next.refreshToken).toMatch(TOKEN);
    expect(next.accessToken.slice(0, 8)).toBe('abcdefgh');
    expect(next.accessToken.slice(8)).not.toBe(next.refreshToken.slice(8));
  });

  it('follow neither from the salt nor from the refresh token alone', () => {
    expect(nextOauthTokens(newOauthTokens().refreshToken, salt, 'abcdefgh')).not.toEqual(next);
    expect(nextOauthTokens(refreshToken, newRefreshSalt(), 'abcdefgh')).not.toEqual(next);
  });
});
