import type { AppSecrets } from './signatures.js';
import { isSignatureOf, signText } from './signatures.js';

/** Turns a row's id into a link token and back. */
export interface SignedLinks {
  tokenOf(id: string): string;
  /** The row's id; null for a token that this service did not create. */
  read(token: string): string | null;
}

const TOKEN = /^([0-9a-f-]{1,36})\.([A-Za-z0-9_-]{43})$/;

/**
 * Links are signed instead of stored: the token is derived from the row's id whenever a link is shown or mailed, so
 * that neither the database nor the outbox ever holds one. A token for one purpose is not valid for another.
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

export const createResetLinks = (appSecrets: AppSecrets): SignedLinks =>
  createSignedLinks(appSecrets, 'password reset');

export const createInvitationLinks = (appSecrets: AppSecrets): SignedLinks =>
  createSignedLinks(appSecrets, 'invitation');

/**
 * Links that an owner copies to pass on an invitation. Unlike the emailed link, they do not prove that the person can
 * read the invited address.
 */
export const createCopiedInvitationLinks = (appSecrets: AppSecrets): SignedLinks =>
  createSignedLinks(appSecrets, 'copied invitation');

export const createSignUpLinks = (appSecrets: AppSecrets): SignedLinks => createSignedLinks(appSecrets, 'sign-up');

/** Links with which people stop notification emails without signing in; the id is that of the user. */
export const createUnsubscribeLinks = (appSecrets: AppSecrets): SignedLinks =>
  createSignedLinks(appSecrets, 'unsubscribe');

/** Links with which feed readers follow a project on behalf of one person. */
export const createFeedLinks = (appSecrets: AppSecrets): SignedLinks => createSignedLinks(appSecrets, 'feed');
