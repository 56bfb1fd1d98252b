import { describe, expect, it } from '@jest/globals';
import { LOGIN_SCOPES, SCOPES } from '@slipway/contracts';
import { PRESETS, presetOf, scopesLabel } from './token-scopes.js';

const scopesOf = (id: string) => PRESETS.find((preset) => preset.id === id)?.scopes(SCOPES) ?? [];

describe('a scope preset', () => {
  it('for the command line grants the same scopes as its login', () => {
    expect(scopesOf('cli')).toEqual(LOGIN_SCOPES);
  });

  it('for reading grants nothing that writes', () => {
    expect(scopesOf('read').filter((scope) => scope.startsWith('write:'))).toEqual([]);
  });

  it.each(PRESETS.map(({ id }) => id))('%s is recognized by its scopes', (id) => {
    expect(presetOf(scopesOf(id), SCOPES)).toBe(id);
  });

  it('does not match any other selection, whose label counts the scopes', () => {
    expect(presetOf(['ping', 'read:tasks'], SCOPES)).toBeNull();
    expect(scopesLabel(['ping', 'read:tasks'], SCOPES)).toBe('2 scopes');
    expect(scopesLabel(['ping'], SCOPES)).toBe('ping');
    expect(scopesLabel(SCOPES, SCOPES)).toBe('Everything');
  });
});
