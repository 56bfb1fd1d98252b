import { isChangelist, isCommit } from './revision.js';

export interface SyncTools {
  readonly hasGit: boolean;
  readonly hasPerforce: boolean;
}

/** Which tool brings a folder to a revision; null if none of the folder's tools knows such revisions. */
export function chooseSync(identifier: string, { hasGit, hasPerforce }: SyncTools): 'git' | 'perforce' | null {
  if (hasGit && isCommit(identifier)) return 'git';
  return hasPerforce && isChangelist(identifier) ? 'perforce' : null;
}
