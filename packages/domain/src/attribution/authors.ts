/** Whoever made a change, as far as it is known. */
export interface ChangeAuthor {
  readonly author: string;
  readonly authorUid: string | null;
  /** The member it resolves to. */
  readonly userId: number | null;
}

const AUTOMATION =
  /\[bot\]$|^(?:github-actions|web-flow|dependabot|renovate|jenkins|buildkite(?:-agent)?|teamcity|gitlab-ci|ci|cd|build|builder|buildbot|buildmachine|build-?(?:agent|bot|machine|server|user)|automation|root|system|p4-?(?:bot|ci|build|service))$|(?:^|[-_.])(?:bot|svc|service-?account)(?:[-_.]|$)/;

/** Whether a machine made the change: nobody is behind it to be asked. */
export function isAutomation({ author, authorUid }: ChangeAuthor): boolean {
  return [author, authorUid ?? ''].some((name) => {
    const login = name.split('<', 1)[0]?.trim().toLowerCase() ?? '';
    const local = login.includes('@') ? login.slice(0, login.indexOf('@')).replace(/^\d+\+/, '') : login;
    return AUTOMATION.test(local);
  });
}

/** Tells authors apart, resolved to a member or not. */
export function authorKey({ author, authorUid, userId }: ChangeAuthor): string {
  return userId === null ? `label ${(authorUid ?? author).trim().toLowerCase()}` : `user ${userId}`;
}

const MERGE =
  /^(?:merg(?:e|ed|es|ing)|automerge|auto-merge|integrat(?:e|ed|es|ing|ion)|cop(?:y|ied|ying)) (?:branch|pull request|remote-tracking|commit|tag|from|down|up|\/\/|'|[\w./-]+ (?:in)?to\b|main|master|trunk|release|develop)/i;

/** Whether a change brings others' work along: whoever made it did not write what it holds. */
export function isMerge(description: string): boolean {
  return MERGE.test(description.trimStart());
}
