import { createHmac } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

// The library uses Argon2id by default.
const argon2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const words =
  `amber anchor apron arrow basin beacon birch bramble brass buoy cabin candle canyon cedar cinder cliff clover cobalt
   copper coral cove crane delta drift dune ember falcon fathom fern fjord flint gable garnet glacier grove gull harbor
   hazel heron inlet ivory juniper kelp kestrel lagoon lantern larch maple marsh meadow mesa nickel ochre osprey otter
   pebble pier quarry raven reef saddle spruce thistle willow`.split(/\s+/);

/** All secrets of the demo are derived from APP_SECRET: stable within one installation, unknown to any other. */
export interface Credentials {
  apiToken(name: string): string;
  webhookToken(name: string): string;
  signingSecret(name: string): string;
  password(name: string): string;
  passwordHash(name: string): Promise<string>;
  prefixedId(name: string): string;
}

export function deriveCredentials(appSecret: string): Credentials {
  const derive = (name: string) => createHmac('sha256', appSecret).update(`demo:${name}`).digest();

  function password(name: string): string {
    const bytes = derive(`password:${name}`);
    const chosen = [0, 2, 4].map((at) => words[bytes.readUInt16BE(at) % words.length]);
    return [...chosen, String(1000 + (bytes.readUInt16BE(6) % 9000))].join('-');
  }

  return {
    apiToken: (name) => derive(`api-token:${name}`).toString('base64url'),
    webhookToken: (name) => derive(`webhook-token:${name}`).toString('hex'),
    signingSecret: (name) => derive(`signing-secret:${name}`).toString('base64url'),
    prefixedId: (name) => `acct_${derive(`account:${name}`).toString('hex').slice(0, 24)}`,
    password,
    passwordHash: (name) => hash(password(name), { ...argon2, salt: derive(`salt:${name}`).subarray(0, 16) }),
  };
}

/** Whether a stored hash still matches the derived password. */
export async function isPassword(storedHash: string, password: string): Promise<boolean> {
  return await verify(storedHash, password);
}
