import { type Failure, githubFailure, type OutgoingAnswer } from '@slipway/destinations';

/** GitHub did not do what it was asked to. */
export class GithubError extends Error {
  override name = 'GithubError';
  readonly outcome: Failure;
  readonly status: number | null;

  constructor(outcome: Failure, { status, cause }: { readonly status: number | null; readonly cause?: unknown }) {
    super(outcome.error, { cause });
    this.outcome = outcome;
    this.status = status;
  }
}

/** What an answer other than success means. `place` names what the request was about. */
export function githubError(answer: OutgoingAnswer, place: string, now: number): GithubError {
  return new GithubError(githubFailure(answer, place, now), { status: answer.status });
}
