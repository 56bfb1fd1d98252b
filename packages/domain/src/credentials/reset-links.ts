import { createHmac, timingSafeEqual } from 'node:crypto';

/** Turns the id of a password reset into the token of its link and back. */
export interface ResetLinks {
  tokenOf(resetId: string): string;
  /** The id of the reset; null for a token that this service did not make. */
  read(token: string): string | null;
}

const TOKEN = /^([0-9a-f-]{36})\.([A-Za-z0-9_-]{43})$/;

/**
 * Links are signed instead of stored: whoever writes the mail derives the token from the reset's id, so that neither the
 * database nor the outbox ever holds one.
 */
export function createResetLinks(appSecret: string): ResetLinks {
  const sign = (id: string) => createHmac('sha256', appSecret).update(`password reset ${id}`).digest('base64url');
  return {
    tokenOf: (id) => `${id}.${sign(id)}`,
    read(token) {
      const [, id, signature] = TOKEN.exec(token) ?? [];
      if (id === undefined || signature === undefined) return null;
      return timingSafeEqual(Buffer.from(signature), Buffer.from(sign(id))) ? id : null;
    },
  };
}
