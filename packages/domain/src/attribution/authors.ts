/** The author of a change, as far as known. */
export interface ChangeAuthor {
  readonly author: string;
  readonly authorUid: string | null;
  /** The member that the author was matched to. */
  readonly userId: number | null;
}

const AUTOMATION =
  /\[bot\]$|^(?:github-actions|web-flow|dependabot|renovate|jenkins|buildkite(?:-agent)?|teamcity|gitlab-ci|ci|cd|build|builder|buildbot|buildmachine|build-?(?:agent|bot|machine|server|user)|automation|root|system|p4-?(?:bot|ci|build|service))$|(?:^|[-_.])(?:bot|svc|service-?account)(?:[-_.]|$)/;

/** Whether a machine made the change, so that there is no person to name. */
export function isAutomation({ author, authorUid }: ChangeAuthor): boolean {
  return [author, authorUid ?? ''].some((name) => {
    const login = name.split('<', 1)[0]?.trim().toLowerCase() ?? '';
    const local = login.includes('@') ? login.slice(0, login.indexOf('@')).replace(/^\d+\+/, '') : login;
    return AUTOMATION.test(local);
  });
}

/** Identifies an author, whether or not they were matched to a member. */
export function authorKey({ author, authorUid, userId }: ChangeAuthor): string {
  return userId === null ? `label ${(authorUid ?? author).trim().toLowerCase()}` : `user ${userId}`;
}

const MERGE =
  /^(?:merg(?:e|ed|es|ing)|automerge|auto-merge|integrat(?:e|ed|es|ing|ion)|cop(?:y|ied|ying)) (?:branch|pull request|remote-tracking|commit|tag|from|down|up|\/\/|'|[\w./-]+ (?:in)?to\b|main|master|trunk|release|develop)/i;

/** Whether a change contains other people's work, so that its author did not write it. */
export function isMerge(description: string): boolean {
  return MERGE.test(description.trimStart());
}
