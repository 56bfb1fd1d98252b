import { randomBytes } from 'node:crypto';
import { type AppSecrets, hashToken, openFactorSecret, sealFactorSecret } from '@slipway/domain';
import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';

const PERIOD_SECONDS = 30;
/** Clocks may be off by one period in either direction. */
const WINDOW = 1;
const SECRET_BYTES = 20;
const RECOVERY_CODES = 10;
const RECOVERY_BYTES = 10;

export function newFactorSecret(appSecrets: AppSecrets, userId: number): Uint8Array<ArrayBuffer> {
  return sealFactorSecret(appSecrets, userId, new Secret({ size: SECRET_BYTES }).base32);
}

/** An encrypted secret as a form sends it back; null if it was not issued to this user. */
export function readFactorSecret(
  appSecrets: AppSecrets,
  userId: number,
  sent: string,
): Uint8Array<ArrayBuffer> | null {
  const ciphertext = new Uint8Array(Buffer.from(sent, 'base64url'));
  return openFactorSecret(appSecrets, userId, ciphertext) === null ? null : ciphertext;
}

function totpOf(appSecrets: AppSecrets, userId: number, ciphertext: Uint8Array, label = ''): TOTP {
  const opened = openFactorSecret(appSecrets, userId, ciphertext);
  if (opened === null) throw new Error(`the second factor of user ${userId} cannot be decrypted`);
  const secret = Secret.fromBase32(opened.secret);
  return new TOTP({ issuer: 'Slipway', label, secret, period: PERIOD_SECONDS });
}

export interface FactorSetup {
  readonly qrCode: string;
  /** In groups of four letters. */
  readonly secret: string;
  readonly sealed: string;
}

export function describeFactor(
  appSecrets: AppSecrets,
  user: { readonly id: number; readonly email: string },
  ciphertext: Uint8Array,
): FactorSetup {
  const totp = totpOf(appSecrets, user.id, ciphertext, user.email);
  const secret = totp.secret.base32.replace(/.{4}(?=.)/g, '$& ');
  const sealed = Buffer.from(ciphertext).toString('base64url');
  return { qrCode: renderSVG(totp.toString(), { border: 2 }), secret, sealed };
}

export function readCode(appSecrets: AppSecrets, userId: number, typed: string, nowMs: number) {
  const code = typed.replace(/[\s-]/g, '').toLowerCase();
  return {
    userId,
    now: new Date(nowMs),
    recoveryHash: /^[a-z2-7]{16}$/.test(code) ? hashRecoveryCode(userId, code) : null,
    stepOf(ciphertext: Uint8Array): number | null {
      if (!/^[0-9]{6}$/.test(code)) return null;
      const totp = totpOf(appSecrets, userId, ciphertext);
      const delta = totp.validate({ token: code, timestamp: nowMs, window: WINDOW });
      return delta === null ? null : Math.floor(nowMs / 1000 / PERIOD_SECONDS) + delta;
    },
  };
}

const hashRecoveryCode = (userId: number, code: string) => hashToken(`recovery code ${userId} ${code}`);

/** New recovery codes as the user keeps them, and as they are stored. Each has 80 random bits. */
export function newRecoveryCodes(userId: number): { readonly codes: string[]; readonly codeHashes: string[] } {
  const raw = Array.from({ length: RECOVERY_CODES }, () => {
    const bytes = randomBytes(RECOVERY_BYTES);
    return new Secret({ buffer: new Uint8Array(bytes).buffer }).base32.toLowerCase();
  });
  return {
    codes: raw.map((code) => code.replace(/.{4}(?=.)/g, '$&-')),
    codeHashes: raw.map((code) => hashRecoveryCode(userId, code)),
  };
}
