import type { RestServices } from '@slipway/rest';

/** The services of the console's endpoints. */
export interface ConsoleServices extends RestServices {
  /** Encrypts what the database must not reveal. */
  readonly appSecret: string;
}
