import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

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

/** Creates and reads opaque cursors. Reading one that was changed, or belongs to another list, gives null. */
export interface CursorCodec {
  seal(binding: CursorBinding, position: Position): string;
  open(binding: CursorBinding, cursor: string): Position | null;
}

const MAC_BYTES = 16;
const CURSOR = /^(-?[0-9a-z]{1,12})\|([a-z_]*)\|([0-9a-f-]{1,36})(?:\|(-?[0-9a-z]{1,12}))?$/;

/** Creates a codec. Its cursors are valid until the application secret changes. */
export function createCursorCodec(appSecret: string): CursorCodec {
  const key = Buffer.from(hkdfSync('sha256', appSecret, '', 'list-cursors', 32));
  const macOf = (binding: CursorBinding, text: string) =>
    createHmac('sha256', key)
      .update(JSON.stringify([binding.list, binding.scope, binding.filters, text]))
      .digest()
      .subarray(0, MAC_BYTES);
  return {
    seal(binding, { at, kind = '', id, from }) {
      const text = `${at.toString(36)}|${kind}|${id}${from === undefined ? '' : `|${from.toString(36)}`}`;
      return Buffer.concat([macOf(binding, text), Buffer.from(text)]).toString('base64url');
    },
    open(binding, cursor) {
      const bytes = Buffer.from(cursor, 'base64url');
      // Decoding is lenient, so only the exact text that sealing produces is accepted.
      if (bytes.length <= MAC_BYTES || bytes.toString('base64url') !== cursor) return null;
      const text = bytes.subarray(MAC_BYTES).toString('latin1');
      if (!timingSafeEqual(bytes.subarray(0, MAC_BYTES), macOf(binding, text))) return null;
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
