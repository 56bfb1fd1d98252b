import { describe, expect, it } from '@jest/globals';
import { isSetupCode, setupCodeOf } from './setup-code.js';

const KEY = '0b9c2f64-7f0e-4c55-9f83-0d5d1d9f0a11';
const code = setupCodeOf(['before'], KEY);

describe('the setup code', () => {
  it('is the same in every process with the same secret and key, and different otherwise', () => {
    expect(code).toMatch(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){3}$/);
    expect(setupCodeOf(['before', 'other'], KEY)).toBe(code);
    expect(setupCodeOf(['after'], KEY)).not.toBe(code);
    expect(setupCodeOf(['before'], KEY.replace('0', '1'))).not.toBe(code);
  });

  it('may be typed in lower case, without dashes, and with letters that look like its digits', () => {
    const typed = ` ${code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')} `;
    expect(isSetupCode(['before'], KEY, typed)).toBe(true);
  });

  it('is accepted for as long as its secret is accepted', () => {
    expect(isSetupCode(['after', 'before'], KEY, code)).toBe(true);
    expect(isSetupCode(['after'], KEY, code)).toBe(false);
  });

  it.each(['', 'x', code.slice(0, -1), `${code}0`, '\0', 'É'.repeat(16)])('does not match %j', (typed) => {
    expect(isSetupCode(['before'], KEY, typed)).toBe(false);
  });
});
