import { describe, expect, it } from '@jest/globals';
import { TooDeepError } from './clean-json.js';
import { requireParseable, TooManyMembersError } from './require-parseable.js';

const filling = 'x'.repeat(70_000);
const nested = (depth: number, inside: string) => `${'['.repeat(depth)}${inside}${']'.repeat(depth)}`;

const MAX_MEMBERS = 500_000;

describe('requireParseable', () => {
  it('refuses long text nested deeper than 64 levels, with or without closing brackets', () => {
    expect(() => requireParseable(nested(64, `"${filling}"`))).not.toThrow();
    expect(() => requireParseable(nested(65, `"${filling}"`))).toThrow(TooDeepError);
    expect(() => requireParseable('{"x":'.repeat(70_000))).toThrow(TooDeepError);
    expect(() => requireParseable(`{"x":${'['.repeat(12_000_000)}`)).toThrow(TooDeepError);
  });

  it('does not count brackets inside strings, whatever the escapes', () => {
    const brackets = '[{'.repeat(100);
    for (const text of [brackets, `\\"${brackets}`, `\\\\\\"${brackets}`, `${brackets}\\\\`]) {
      expect(() => requireParseable(`{"a":"${text}","b":"${filling}"}`)).not.toThrow();
    }
    expect(() => requireParseable(`{"a":"\\\\",${brackets}"b":"${filling}"}`)).toThrow(TooDeepError);
    expect(() => requireParseable(`{"a":"${brackets}${filling}`)).not.toThrow();
  });

  it('refuses more members than any sender uses, not counting list elements', () => {
    const members = Array.from({ length: MAX_MEMBERS - 1 }, (_, at) => `"${at}":1`).join(',');
    expect(() => requireParseable(`{${members}}`)).not.toThrow();
    expect(() => requireParseable(`{${members},"a":1}`)).toThrow(TooManyMembersError);
    expect(() => requireParseable(`[${'[],'.repeat(MAX_MEMBERS)}1]`)).toThrow(TooManyMembersError);
    expect(() => requireParseable(`[${'"a:b",'.repeat(MAX_MEMBERS)}1]`)).not.toThrow();
  });
});
