import { createHmac, timingSafeEqual } from 'node:crypto';

/** The values of APP_SECRET: the first one encrypts and signs; all of them decrypt and verify. */
export type AppSecrets = readonly [current: string, ...others: string[]];

/** Reads the values from the settings. A value may appear in both. */
export function appSecretsOf(settings: {
  readonly APP_SECRET: string;
  readonly APP_SECRET_ALSO_ACCEPTED: string;
}): AppSecrets {
  const { APP_SECRET: current, APP_SECRET_ALSO_ACCEPTED: others } = settings;
  return [current, ...others.split(',').filter((value) => value !== '' && value !== current)];
}

function signWith(appSecret: string, text: string): string {
  return createHmac('sha256', appSecret).update(text).digest('base64url');
}

/** Signs a text that names its purpose, so that a signature for one purpose is not valid for another. */
export function signText([current]: AppSecrets, text: string): string {
  return signWith(current, text);
}

/** Whether this service signed the text, with any of the accepted secrets. */
export function isSignatureOf(appSecrets: AppSecrets, text: string, signature: string): boolean {
  const sent = Buffer.from(signature);
  return appSecrets.some((appSecret) => {
    const expected = Buffer.from(signWith(appSecret, text));
    return sent.length === expected.length && timingSafeEqual(sent, expected);
  });
}
