import { findRerunPlace, type RerunFacts, type RerunPlace, type RerunProblem } from './rerun.js';

/** A build whose job is to be run at other revisions, and the daily budget of its project. */
export interface RevisionRunFacts extends RerunFacts {
  readonly commitHash: string;
  /** The most runs that may be requested in a day. */
  readonly runsPerDay: number;
}

/** Where the job of a build can be run at a revision, or why it cannot. */
export function findRevisionPlace(facts: RevisionRunFacts): RerunPlace | RerunProblem {
  if (facts.runsPerDay === 0)
    return { problem: 'The settings of the project do not allow requested runs.', needsCredentials: false };
  const place = findRerunPlace(facts);
  if ('problem' in place || place.tool === 'jenkins' || facts.commitHash !== '') return place;
  return {
    problem: 'The build names no commit, so its job cannot be run at another one.',
    needsCredentials: false,
  };
}
