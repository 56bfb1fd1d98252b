import type { AppSecrets } from './app-secrets.js';
import { isSignatureOf, signText } from './signatures.js';

/** Turns the id of a row into the token of a link and back. */
export interface SignedLinks {
  tokenOf(id: string): string;
  /** The id of the row; null for a token that this service did not make. */
  read(token: string): string | null;
}

const TOKEN = /^([0-9a-f-]{36})\.([A-Za-z0-9_-]{43})$/;

/**
 * Links are signed instead of stored: whoever shows or mails one derives the token from the row's id, so that neither the
 * database nor the outbox ever holds one. A token of one purpose is none of another.
 */
function createSignedLinks(appSecrets: AppSecrets, purpose: string): SignedLinks {
  return {
    tokenOf: (id) => `${id}.${signText(appSecrets, `${purpose} ${id}`)}`,
    read(token) {
      const [, id, signature] = TOKEN.exec(token) ?? [];
      if (id === undefined || signature === undefined) return null;
      return isSignatureOf(appSecrets, `${purpose} ${id}`, signature) ? id : null;
    },
  };
}

/** Links by which people choose a new password. */
export const createResetLinks = (appSecrets: AppSecrets): SignedLinks =>
  createSignedLinks(appSecrets, 'password reset');

/** Links by which people join an account. */
export const createInvitationLinks = (appSecrets: AppSecrets): SignedLinks =>
  createSignedLinks(appSecrets, 'invitation');

/** Links by which feed readers follow a project for one person. */
export const createFeedLinks = (appSecrets: AppSecrets): SignedLinks => createSignedLinks(appSecrets, 'feed');
