import type { AppSecrets } from './signatures.js';
import { isSignatureOf, signText } from './signatures.js';

/** Identifies a project's badge, and one of its addresses. */
export interface BadgeLink {
  readonly projectId: number;
  /** A new number creates a new address and ends the old one. */
  readonly version: number;
}

/** Tokens for badges. They are derived, so no secret is stored. */
export interface BadgeLinks {
  tokenOf(link: BadgeLink): string;
  /** The project that a token claims to show; `accepts` decides whether it may. */
  projectIdOf(token: string): number | null;
  accepts(token: string, link: BadgeLink): boolean;
}

const TOKEN = /^([1-9][0-9]{0,9})-([A-Za-z0-9_-]{43})$/;
const MAX_ID = 2_147_483_647;

export function createBadgeLinks(appSecrets: AppSecrets): BadgeLinks {
  const textOf = ({ projectId, version }: BadgeLink) => `badge:${projectId}:${version}`;
  return {
    tokenOf: (link) => `${link.projectId}-${signText(appSecrets, textOf(link))}`,
    projectIdOf(token) {
      const id = Number(TOKEN.exec(token)?.[1] ?? Number.NaN);
      return id <= MAX_ID ? id : null;
    },
    accepts(token, link) {
      const [, projectId, signature = ''] = TOKEN.exec(token) ?? [];
      return projectId === String(link.projectId) && isSignatureOf(appSecrets, textOf(link), signature);
    },
  };
}
