import { describe, expect, it } from '@jest/globals';
import { decryptSecret, openSecret, sealSecret } from './secrets.js';

const [before, after] = ['a'.repeat(64), 'b'.repeat(64)] as const;
const seal = (id: number, secret: string) => sealSecret([before], id, secret);

describe('stored secrets', () => {
  it('can be decrypted with the same APP_SECRET and integration', () => {
    for (const secret of ['s', 'ünïcödé 🚀', 'x'.repeat(5000), '']) {
      expect(decryptSecret([before], 7, seal(7, secret).ciphertext)).toBe(secret);
    }
  });

  it('differ each time they are encrypted', () => {
    expect(seal(7, 'same').ciphertext).not.toEqual(seal(7, 'same').ciphertext);
  });

  it('cannot be decrypted for another integration, with another APP_SECRET or after a changed byte', () => {
    const { ciphertext } = seal(7, 'secret');
    expect(openSecret([before], 8, ciphertext)).toBeNull();
    expect(openSecret([after], 7, ciphertext)).toBeNull();
    for (let byte = 0; byte < ciphertext.length; byte += 1) {
      const changed = ciphertext.with(byte, ciphertext[byte]! ^ 1);
      expect(openSecret([before, after], 7, changed)).toBeNull();
    }
    expect(openSecret([before], 7, ciphertext.subarray(0, 20))).toBeNull();
    expect(() => decryptSecret([after], 7, ciphertext)).toThrow('integration 7');
  });

  it('have one fingerprint per secret and APP_SECRET', () => {
    expect(seal(7, 's').fingerprint).toMatch(/^[0-9a-f]{64}$/);
    expect(seal(7, 's').fingerprint).toBe(seal(8, 's').fingerprint);
    expect(seal(7, 's').fingerprint).not.toBe(sealSecret([after], 7, 's').fingerprint);
    expect(seal(7, 's').fingerprint).not.toBe(seal(7, 't').fingerprint);
  });
});

describe('stored secrets while APP_SECRET is rotated', () => {
  it('decrypt with every accepted value, and tell whether it is the current one', () => {
    const { ciphertext } = seal(7, 'secret');
    expect(openSecret([before, after], 7, ciphertext)).toEqual({ secret: 'secret', isCurrent: true });
    expect(openSecret([after, before], 7, ciphertext)).toEqual({ secret: 'secret', isCurrent: false });
  });

  it('are encrypted with the current value, and recognized by the fingerprints of all accepted values', () => {
    const sealed = sealSecret([after, before], 7, 'secret');
    expect(openSecret([after], 7, sealed.ciphertext)?.secret).toBe('secret');
    expect(sealed.fingerprint).toBe(sealSecret([after], 7, 'secret').fingerprint);
    expect(sealed.otherFingerprints).toEqual([seal(7, 'secret').fingerprint]);
  });
});
