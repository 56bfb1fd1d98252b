/** The values of APP_SECRET: the first encrypts and signs, and each of them decrypts and verifies. */
export type AppSecrets = readonly [current: string, ...others: string[]];

/** Reads them from the settings. A value may be in both. */
export function appSecretsOf(settings: {
  readonly APP_SECRET: string;
  readonly APP_SECRET_ALSO_ACCEPTED: string;
}): AppSecrets {
  const { APP_SECRET: current, APP_SECRET_ALSO_ACCEPTED: others } = settings;
  return [current, ...others.split(',').filter((value) => value !== '' && value !== current)];
}
