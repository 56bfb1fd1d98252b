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
