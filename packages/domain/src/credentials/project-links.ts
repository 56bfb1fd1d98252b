import type { AppSecrets } from './app-secrets.js';
import { isSignatureOf, signText } from './signatures.js';

/** What a project is shown by outside of the console. */
export type ProjectLinkKind = 'badge' | 'feed';

/** The project that a link shows, and which of its links it is. */
export interface ProjectLink {
  readonly kind: ProjectLinkKind;
  readonly projectId: number;
  /** A new number makes a new link and ends the old one. */
  readonly version: number;
}

/** Tokens for badges and feeds. They are derived, so that nothing secret is stored. */
export interface ProjectLinks {
  tokenOf(link: ProjectLink): string;
  /** The project that a token claims to show; `accepts` tells whether it may. */
  projectIdOf(token: string): number | null;
  accepts(token: string, link: ProjectLink): boolean;
}

const TOKEN = /^([1-9][0-9]{0,9})-([A-Za-z0-9_-]{43})$/;
const MAX_ID = 2_147_483_647;

export function createProjectLinks(appSecrets: AppSecrets): ProjectLinks {
  const textOf = ({ kind, projectId, version }: ProjectLink) => `${kind}:${projectId}:${version}`;
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
