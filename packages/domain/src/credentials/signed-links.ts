import { createHmac, timingSafeEqual } from 'node:crypto';

/** Turns the id of a row into the token of a link in a mail and back. */
export interface SignedLinks {
  tokenOf(id: string): string;
  /** The id of the row; null for a token that this service did not make. */
  read(token: string): string | null;
}

const TOKEN = /^([0-9a-f-]{36})\.([A-Za-z0-9_-]{43})$/;

/**
 * Links are signed instead of stored: whoever writes the mail derives the token from the row's id, so that neither the
 * database nor the outbox ever holds one. A token of one purpose is none of another.
 */
function createSignedLinks(appSecret: string, purpose: string): SignedLinks {
  const sign = (id: string) => createHmac('sha256', appSecret).update(`${purpose} ${id}`).digest('base64url');
  return {
    tokenOf: (id) => `${id}.${sign(id)}`,
    read(token) {
      const [, id, signature] = TOKEN.exec(token) ?? [];
      if (id === undefined || signature === undefined) return null;
      return timingSafeEqual(Buffer.from(signature), Buffer.from(sign(id))) ? id : null;
    },
  };
}

/** Links by which people choose a new password. */
export const createResetLinks = (appSecret: string): SignedLinks => createSignedLinks(appSecret, 'password reset');

/** Links by which people join an account. */
export const createInvitationLinks = (appSecret: string): SignedLinks =>
  createSignedLinks(appSecret, 'invitation');
