import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { PlainBrowser } from './plain-browser.js';

/** What a device and the browser around it claim. */
interface Claims {
  /** The page that asks; the service's own by default. */
  readonly origin?: string;
  /** The host name that the passkey belongs to; the service's own by default. */
  readonly rpId?: string;
  /** Whether the device checked a fingerprint or a PIN; it does by default. */
  readonly isVerified?: boolean;
  /** The uses that it has counted; one more than before by default. */
  readonly counter?: number;
  /** Whose passkey it says it is. */
  readonly userHandle?: string;
}

const base64url = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest();
const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_KEY = 0x40;

/** A device with one passkey (WebAuthn level 3, ES256), in a browser at `origin`. It lies as the test tells it to. */
export function softDevice(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(32);
  let uses = 0;
  let owner = '';

  function authenticatorData(
    flags: number,
    { rpId = new URL(origin).hostname, counter, isVerified = true }: Claims,
  ) {
    uses = counter ?? uses + 1;
    const head = Buffer.alloc(5);
    head.writeUInt8(flags | PRESENT | (isVerified ? VERIFIED : 0), 0);
    head.writeUInt32BE(uses, 1);
    return Buffer.concat([sha256(rpId), head]);
  }
  const clientData = (type: string, challenge: string, claims: Claims) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: claims.origin ?? origin, crossOrigin: false }));
  const answer = (response: object) =>
    JSON.stringify({
      id: base64url(id),
      rawId: base64url(id),
      type: 'public-key',
      clientExtensionResults: {},
      response,
    });

  return {
    /** Creates the passkey that a page asks for. */
    create(options: { challenge: string; user: { id: string } }, claims: Claims = {}): string {
      owner = options.user.id;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const key = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ]);
      const authData = Buffer.concat([
        ...[authenticatorData(HAS_KEY, claims), Buffer.alloc(16), length, id],
        isoCBOR.encode(key),
      ]);
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ]);
      return answer({
        clientDataJSON: base64url(clientData('webauthn.create', options.challenge, claims)),
        attestationObject: base64url(isoCBOR.encode(attestation as never)),
        transports: ['internal'],
      });
    },
    /** Signs the challenge of a page. */
    use({ challenge }: { challenge: string }, claims: Claims = {}): string {
      const data = authenticatorData(0, claims);
      const client = clientData('webauthn.get', challenge, claims);
      const signature = createSign('sha256')
        .update(Buffer.concat([data, sha256(client)]))
        .sign(privateKey);
      return answer({
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(signature),
        userHandle: claims.userHandle ?? owner,
      });
    },
  };
}

export type SoftDevice = ReturnType<typeof softDevice>;

/** Adds the passkey of a device to the user of a browser. */
export async function addPasskey(browser: PlainBrowser, device: SoftDevice, name: string, claims: Claims = {}) {
  const { body: options } = await browser.open('/second-factor/passkey/options');
  return browser.submit('/second-factor/passkey', { name, passkey: device.create(options, claims) });
}
