/** What a value of a parameter says about the revision to build. */
export type RevisionField = 'commit' | 'changelist' | 'branch';

/** Common names of job parameters, compared without regard to case. */
const PARAMETER_NAMES: Readonly<Record<RevisionField, ReadonlySet<string>>> = {
  commit: new Set(['commit', 'commit_sha', 'commit_hash', 'git_commit', 'sha', 'revision', 'git_sha']),
  changelist: new Set(['changelist', 'p4_changelist', 'change', 'p4_change', 'cl']),
  branch: new Set(['branch', 'branch_name', 'git_branch']),
};

/** What a parameter with a common name is for. */
export function revisionFieldOf(parameterName: string): RevisionField | undefined {
  const fields = Object.entries(PARAMETER_NAMES) as [RevisionField, ReadonlySet<string>][];
  return fields.find(([, names]) => names.has(parameterName.toLowerCase()))?.[0];
}

const CHANGELIST = /^\d{1,15}$/;

/**
 * The parameters of a job that name the revision to build: the one that an owner chose, and those with common names.
 * None if the job has no such parameter; a build of it would be of the newest revision.
 */
export function revisionParameters(
  parameterNames: readonly string[],
  identifier: string,
  chosen: string | null,
): string[] {
  const isRevision = (name: string) => {
    if (name === chosen) return true;
    const field = revisionFieldOf(name);
    if (!CHANGELIST.test(identifier)) return field === 'commit';
    // The only common name that fits both.
    return field === 'changelist' || name.toLowerCase() === 'revision';
  };
  return parameterNames.filter(isRevision);
}
