import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

// Stored layout: version (1 byte) | iv (12) | tag (16) | ciphertext.
const version = 1;
const ivBytes = 12;
const tagBytes = 16;
const headBytes = 1 + ivBytes + tagBytes;

function deriveKey(appSecret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', appSecret, '', purpose, 32));
}

// Binds a ciphertext to its integration: copied to another row, it cannot be decrypted.
function associatedData(integrationId: number): Buffer {
  return Buffer.from(`integration:${integrationId}`);
}

/** Encrypts an integration's secret for storage (AES-256-GCM under a key derived from APP_SECRET). */
export function encryptSecret(appSecret: string, integrationId: number, secret: string): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', deriveKey(appSecret, 'integration-secrets'), iv);
  cipher.setAAD(associatedData(integrationId));
  const ciphertext = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.of(version), iv, cipher.getAuthTag(), ciphertext]);
}

/** Decrypts a secret. Throws if APP_SECRET or the integration differs, or a byte was changed. */
export function decryptSecret(appSecret: string, integrationId: number, stored: Uint8Array): string {
  const bytes = Buffer.from(stored);
  if (bytes.length < headBytes || bytes[0] !== version) throw new Error('a stored secret has an unknown layout');
  const iv = bytes.subarray(1, 1 + ivBytes);
  const key = deriveKey(appSecret, 'integration-secrets');
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes });
  decipher.setAAD(associatedData(integrationId));
  decipher.setAuthTag(bytes.subarray(1 + ivBytes, headBytes));
  return Buffer.concat([decipher.update(bytes.subarray(headBytes)), decipher.final()]).toString('utf8');
}

/** A keyed digest of a secret (64 hex characters), to recognise an equal secret without decrypting it. */
export function fingerprintSecret(appSecret: string, secret: string): string {
  return createHmac('sha256', deriveKey(appSecret, 'secret-fingerprints')).update(secret).digest('hex');
}
