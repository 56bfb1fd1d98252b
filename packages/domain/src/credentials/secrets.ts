import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { AppSecrets } from './signatures.js';

// Stored layout: version (1 byte) | iv (12) | tag (16) | ciphertext.
const version = 1;
const ivBytes = 12;
const tagBytes = 16;
const headBytes = 1 + ivBytes + tagBytes;

function deriveKey(appSecret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', appSecret, '', purpose, 32));
}

/** What a secret belongs to. A ciphertext copied to another owner's row cannot be decrypted. */
type Owner =
  | `integration:${number}`
  | `project:${number}`
  | `notification_channel:${string}`
  | `user:${number}`
  | `account:${number}`;

export interface SealedSecret {
  readonly integrationId: number;
  readonly ciphertext: Uint8Array<ArrayBuffer>;
  /** A keyed digest (64 hex characters) that identifies an equal secret without decrypting it. */
  readonly fingerprint: string;
  /** The fingerprint under every other accepted value of APP_SECRET. */
  readonly otherFingerprints: readonly string[];
}

/** Encrypts an integration's secret for storage (AES-256-GCM under a key derived from the current APP_SECRET). */
export function sealSecret(appSecrets: AppSecrets, integrationId: number, secret: string): SealedSecret {
  return { integrationId, ...seal(appSecrets, `integration:${integrationId}`, secret) };
}

/** Encrypts a project's masked value, in the same way. */
export function sealMaskedValue(appSecrets: AppSecrets, projectId: number, value: string): SealedText {
  return seal(appSecrets, `project:${projectId}`, value);
}

/** Encrypts the configuration of a notification channel, in the same way. */
export function sealChannelText(appSecrets: AppSecrets, channelId: string, text: string): SealedText {
  return seal(appSecrets, `notification_channel:${channelId}`, text);
}

/** Encrypts the secret of a user's second factor, in the same way. */
export function sealFactorSecret(
  appSecrets: AppSecrets,
  userId: number,
  secret: string,
): SealedText['ciphertext'] {
  return seal(appSecrets, `user:${userId}`, secret).ciphertext;
}

/** Encrypts the client secret of an account's identity provider, in the same way. */
export function sealClientSecret(
  appSecrets: AppSecrets,
  accountId: number,
  secret: string,
): SealedText['ciphertext'] {
  return seal(appSecrets, `account:${accountId}`, secret).ciphertext;
}

type SealedText = Omit<SealedSecret, 'integrationId'>;

function seal(appSecrets: AppSecrets, owner: Owner, secret: string): SealedText {
  const [current, ...others] = appSecrets;
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', deriveKey(current, 'integration-secrets'), iv);
  cipher.setAAD(Buffer.from(owner));
  const ciphertext = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return {
    ciphertext: new Uint8Array(Buffer.concat([Buffer.of(version), iv, cipher.getAuthTag(), ciphertext])),
    fingerprint: fingerprintOf(current, secret),
    otherFingerprints: others.map((other) => fingerprintOf(other, secret)),
  };
}

function fingerprintOf(appSecret: string, secret: string): string {
  return createHmac('sha256', deriveKey(appSecret, 'secret-fingerprints')).update(secret).digest('hex');
}

/** A decrypted secret, and whether it was stored with the current APP_SECRET. */
export interface OpenedSecret {
  readonly secret: string;
  readonly isCurrent: boolean;
}

/** Decrypts a secret. Null if no accepted APP_SECRET fits, the integration is another one, or a byte was changed. */
export function openSecret(
  appSecrets: AppSecrets,
  integrationId: number,
  stored: Uint8Array,
): OpenedSecret | null {
  return open(appSecrets, `integration:${integrationId}`, stored);
}

/** Decrypts a project's masked value, in the same way. */
export function openMaskedValue(
  appSecrets: AppSecrets,
  projectId: number,
  stored: Uint8Array,
): OpenedSecret | null {
  return open(appSecrets, `project:${projectId}`, stored);
}

/** Decrypts the configuration of a notification channel, in the same way. */
export function openChannelText(
  appSecrets: AppSecrets,
  channelId: string,
  stored: Uint8Array,
): OpenedSecret | null {
  return open(appSecrets, `notification_channel:${channelId}`, stored);
}

/** Decrypts the secret of a user's second factor, in the same way. */
export function openFactorSecret(appSecrets: AppSecrets, userId: number, stored: Uint8Array): OpenedSecret | null {
  return open(appSecrets, `user:${userId}`, stored);
}

/** Decrypts the client secret of an account's identity provider, in the same way. */
export function openClientSecret(
  appSecrets: AppSecrets,
  accountId: number,
  stored: Uint8Array,
): OpenedSecret | null {
  return open(appSecrets, `account:${accountId}`, stored);
}

function open(appSecrets: AppSecrets, owner: Owner, stored: Uint8Array): OpenedSecret | null {
  const bytes = Buffer.from(stored);
  if (bytes.length < headBytes || bytes[0] !== version) return null;
  for (const appSecret of appSecrets) {
    const secret = decrypt(appSecret, owner, bytes);
    if (secret !== null) return { secret, isCurrent: appSecret === appSecrets[0] };
  }
  return null;
}

function decrypt(appSecret: string, owner: Owner, bytes: Buffer): string | null {
  const iv = bytes.subarray(1, 1 + ivBytes);
  const key = deriveKey(appSecret, 'integration-secrets');
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(owner));
  decipher.setAuthTag(bytes.subarray(1 + ivBytes, headBytes));
  const text = decipher.update(bytes.subarray(headBytes));
  try {
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

/** Like `openSecret`, but throws instead of returning null. */
export function decryptSecret(appSecrets: AppSecrets, integrationId: number, stored: Uint8Array): string {
  const opened = openSecret(appSecrets, integrationId, stored);
  if (opened !== null) return opened.secret;
  throw new Error(
    `a stored secret of integration ${integrationId} cannot be decrypted with any accepted APP_SECRET`,
  );
}
