import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { AppSecrets } from '../credentials/signatures.js';

/** Where a page ended: the sort time in epoch milliseconds, the kind if a list mixes several, and the row's id. */
export interface Position {
  readonly at: number;
  readonly kind?: string;
  readonly id: string;
  /** The start of a list that looks back from now, fixed by its first page. */
  readonly from?: number;
}

/** What a cursor is valid for: one list, in one scope, with the same filters. */
export interface CursorBinding {
  readonly list: string;
  readonly scope: string;
  readonly filters: unknown;
}

/** Creates and reads opaque cursors. Reading a cursor that was altered or belongs to another list returns null. */
export interface CursorCodec {
  seal(binding: CursorBinding, position: Position): string;
  open(binding: CursorBinding, cursor: string): Position | null;
}

const MAC_BYTES = 16;
const CURSOR = /^(-?[0-9a-z]{1,12})\|([a-z_]*)\|([0-9a-f-]+)(?:\|(-?[0-9a-z]{1,12}))?$/;

function macOf(key: Buffer, { list, scope, filters }: CursorBinding, text: string): Buffer {
  return createHmac('sha256', key)
    .update(JSON.stringify([list, scope, filters, text]))
    .digest()
    .subarray(0, MAC_BYTES);
}

/** Creates a codec. Its cursors are valid as long as the application secret is accepted. */
export function createCursorCodec([current, ...others]: AppSecrets): CursorCodec {
  const deriveKey = (appSecret: string) => Buffer.from(hkdfSync('sha256', appSecret, '', 'list-cursors', 32));
  const key = deriveKey(current);
  const keys = [key, ...others.map(deriveKey)];
  return {
    seal(binding, { at, kind = '', id, from }) {
      const text = `${at.toString(36)}|${kind}|${id}${from === undefined ? '' : `|${from.toString(36)}`}`;
      return Buffer.concat([macOf(key, binding, text), Buffer.from(text)]).toString('base64url');
    },
    open(binding, cursor) {
      const bytes = Buffer.from(cursor, 'base64url');
      // Decoding is lenient, so accept only the exact text that sealing produces.
      if (bytes.length <= MAC_BYTES || bytes.toString('base64url') !== cursor) return null;
      const text = bytes.subarray(MAC_BYTES).toString('latin1');
      const mac = bytes.subarray(0, MAC_BYTES);
      if (!keys.some((accepted) => timingSafeEqual(mac, macOf(accepted, binding, text)))) return null;
      const [, at = '', kind = '', id = '', from] = CURSOR.exec(text) ?? [];
      if (id === '') return null;
      return {
        at: Number.parseInt(at, 36),
        kind,
        id,
        ...(from === undefined ? {} : { from: Number.parseInt(from, 36) }),
      };
    },
  };
}
