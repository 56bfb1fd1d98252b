import { assessCulprit, isCausedByChange, type Look, type PossibleCulprit, whoShouldLook } from '@slipway/domain';
import type { DatabaseHandle } from '../../database.js';
import { findOwnership } from '../ownership/ownership.js';
import { type CulpritRangeRecord, findCulpritRange } from './culprit-range.js';
import type { ProblemRecord } from './problems.js';

/** Who should look at an open problem, and why. Pages, messages and programs all show this. */
async function listLooks(
  on: DatabaseHandle,
  project: { readonly id: number; readonly accountId: number },
  problem: ProblemRecord,
  now: number,
): Promise<Look[]> {
  if (problem.state !== 'open') return [];
  const range = await findCulpritRange(on, project.id, problem.id);
  const culprits = range === null ? [] : possibleCulprits(problem, range);
  const ownersOf = await findOwnership(on, project, now);
  const { file, test, jobs, fixAuthorId, fixDisplayIdentifier } = problem;
  // The path in the repository, if a change touched it: the one in a log begins with a folder of the build machine.
  const touched = culprits.find(({ relation }) => relation === 'failing_file')?.file ?? file;
  const owners = [
    test === null ? null : ownersOf('test', test),
    touched === null ? null : ownersOf('path', touched),
    ...jobs.map((job) => ownersOf('job', job)),
  ].flatMap((owned) => owned?.owners ?? []);
  const fixers = fixAuthorId === null ? [] : [{ userId: fixAuthorId, name: fixDisplayIdentifier ?? '' }];
  return whoShouldLook({ assigneeUserId: problem.assigneeUserId, culprits, owners, fixers });
}

function possibleCulprits(problem: ProblemRecord, range: CulpritRangeRecord): PossibleCulprit[] {
  const assessed = assessCulprit(problem, range);
  if (assessed === null || !isCausedByChange(problem.category)) return [];
  const { search, weighed } = assessed;
  return range.changes.map(({ userId, displayIdentifier: name }, index) => ({
    userId,
    name,
    probability: search.changes[index] ?? 0,
    isVerified: search.step.kind === 'culprit' && search.step.change === index,
    relation: weighed[index]?.relation ?? 'none',
    file: weighed[index]?.file ?? null,
  }));
}

export const reads = { listLooks };
