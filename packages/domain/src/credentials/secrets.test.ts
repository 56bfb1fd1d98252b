import { describe, expect, it } from '@jest/globals';
import { decryptSecret, encryptSecret, fingerprintSecret } from './secrets.js';

const appSecret = 'a'.repeat(64);

describe('stored secrets', () => {
  it('can be decrypted with the same APP_SECRET and integration', () => {
    for (const secret of ['', 's3cret', 'zażółć 🐙', 'x'.repeat(5000)])
      expect(decryptSecret(appSecret, 7, encryptSecret(appSecret, 7, secret))).toBe(secret);
  });

  it('have a different ciphertext each time', () => {
    expect(encryptSecret(appSecret, 7, 'same').equals(encryptSecret(appSecret, 7, 'same'))).toBe(false);
  });

  it('cannot be decrypted for another integration, with another APP_SECRET or after a changed byte', () => {
    const stored = encryptSecret(appSecret, 7, 'secret');
    expect(() => decryptSecret(appSecret, 8, stored)).toThrow();
    expect(() => decryptSecret('b'.repeat(64), 7, stored)).toThrow();
    for (let at = 0; at < stored.length; at++) {
      const changed = Buffer.from(stored);
      changed[at]! ^= 1;
      expect(() => decryptSecret(appSecret, 7, changed)).toThrow();
    }
    expect(() => decryptSecret(appSecret, 7, stored.subarray(0, 20))).toThrow('layout');
  });

  it('have one fingerprint per secret and APP_SECRET', () => {
    expect(fingerprintSecret(appSecret, 's')).toMatch(/^[0-9a-f]{64}$/);
    expect(fingerprintSecret(appSecret, 's')).toBe(fingerprintSecret(appSecret, 's'));
    expect(fingerprintSecret(appSecret, 's')).not.toBe(fingerprintSecret('b'.repeat(64), 's'));
    expect(fingerprintSecret(appSecret, 's')).not.toBe(fingerprintSecret(appSecret, 't'));
  });
});
