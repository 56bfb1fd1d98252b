import { describe, expect, it } from '@jest/globals';
import { isSetupCode, setupCodeOf } from './setup-code.js';

const KEY = '0b9c2f64-7f0e-4c55-9f83-0d5d1d9f0a11';
const code = setupCodeOf(['before'], KEY);

describe('the code for the first set-up', () => {
  it('is the same for every process that has the secret and the key, and another one without', () => {
    expect(code).toMatch(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){3}$/);
    expect(setupCodeOf(['before', 'other'], KEY)).toBe(code);
    expect(setupCodeOf(['after'], KEY)).not.toBe(code);
    expect(setupCodeOf(['before'], KEY.replace('0', '1'))).not.toBe(code);
  });

  it('may be typed in lower case, without dashes, and with letters for the digits that they look like', () => {
    const typed = ` ${code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')} `;
    expect(isSetupCode(['before'], KEY, typed)).toBe(true);
  });

  it('is accepted as long as its secret is', () => {
    expect(isSetupCode(['after', 'before'], KEY, code)).toBe(true);
    expect(isSetupCode(['after'], KEY, code)).toBe(false);
  });

  it.each(['', 'x', code.slice(0, -1), `${code}0`, '\0', 'É'.repeat(16)])('is not %j', (typed) => {
    expect(isSetupCode(['before'], KEY, typed)).toBe(false);
  });
});
