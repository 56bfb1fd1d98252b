import { type Actor, GITHUB_REPOSITORY, readProviderTime } from '@slipway/domain';
import Type, { type Static } from 'typebox';
import { detail, optional, TextDetail, Time, webAddress } from '../../shared/fields.js';

// Lengths are bounded because indexes store these values. GitHub's own limits are far lower.

export const Id = Type.Union([Type.Integer(), Type.String({ minLength: 1, maxLength: 100 })]);
export type Id = Static<typeof Id>;

export const Sha = Type.String({ minLength: 1, maxLength: 100 });
export const OptionalSha = optional(Type.String({ maxLength: 100 }));
export const ShaDetail = detail(Type.String({ maxLength: 100 }));

export const Repository = Type.Object({
  full_name: Type.String({ pattern: GITHUB_REPOSITORY.source }),
  id: optional(Id),
  html_url: TextDetail,
  /** A number in pushes, text elsewhere. */
  pushed_at: Time,
});
export type Repository = Static<typeof Repository>;

export const User = Type.Object({ login: Type.String({ minLength: 1 }) });
export type User = Static<typeof User>;

/** The actor of a GitHub user: the login is both label and uid. */
export function actorOf(user: User | null | undefined): Actor | null {
  return user == null ? null : { label: user.login, uid: user.login };
}

export function firstTime(...times: readonly unknown[]): number | null {
  for (const time of times) {
    const read = readProviderTime(time);
    if (read !== null) return read;
  }
  return null;
}

/** The start and end of a run. GitHub's clocks differ by seconds, so a skipped run may end before it starts. */
export function spanOf(startedAt: number | null, finishedAt: number | null) {
  const start = startedAt !== null && finishedAt !== null ? Math.min(startedAt, finishedAt) : startedAt;
  return { startedAt: start, finishedAt };
}

export function pageOf({ html_url, full_name }: Repository): string {
  return webAddress(html_url) ?? `https://github.com/${full_name}`;
}

export function firstText(...texts: readonly (string | null | undefined)[]): string | null {
  return texts.find((text) => text != null && text !== '') ?? null;
}

const ACTIONS_APP = 'github-actions';

/** True for GitHub Actions itself, whose runs arrive as workflow_run. */
export function isActionsApp(slugOrLogin: string | null | undefined): boolean {
  return slugOrLogin === ACTIONS_APP || slugOrLogin === `${ACTIONS_APP}[bot]`;
}
