import { type Actor, readProviderTime } from '@slipway/domain';
import Type, { type Static } from 'typebox';
import { maybe, OptionalText } from '../../fields.js';
import { webAddress } from '../_web-address.js';

// What is looked up by an index is bounded, far beyond what GitHub allows: see _build-fields.ts.

export const Id = Type.Union([Type.Integer(), Type.String({ minLength: 1, maxLength: 100 })]);
export type Id = Static<typeof Id>;

export const Sha = Type.String({ minLength: 1, maxLength: 100 });
export const OptionalSha = maybe(Type.String({ maxLength: 100 }));

/** Read by readProviderTime, whatever its form: `pushed_at` is a number in pushes and text elsewhere. */
export const Time = Type.Optional(Type.Unknown());

export const Flag = maybe(Type.Boolean());

export const Repository = Type.Object({
  full_name: Type.String({ minLength: 1, maxLength: 255 }),
  id: maybe(Id),
  html_url: OptionalText,
  pushed_at: Time,
});
export type Repository = Static<typeof Repository>;

export const User = Type.Object({ login: OptionalText });
export type User = Static<typeof User>;

/** Who did it, by login: the name GitHub shows and the identity it keeps. */
export function actorOf(user: User | null | undefined): Actor | null {
  const login = user?.login;
  return login == null || login === '' ? null : { label: login, uid: login };
}

/** The first of these times that can be read. */
export function firstTime(...times: readonly unknown[]): number | null {
  for (const time of times) {
    const read = readProviderTime(time);
    if (read !== null) return read;
  }
  return null;
}

/** When it ran. GitHub's clocks disagree by seconds: what was skipped may end before it begins. */
export function spanOf(startedAt: number | null, finishedAt: number | null) {
  const start = startedAt !== null && finishedAt !== null ? Math.min(startedAt, finishedAt) : startedAt;
  return { startedAt: start, finishedAt };
}

/** The repository's page. */
export function pageOf({ html_url, full_name }: Repository): string {
  return webAddress(html_url) ?? `https://github.com/${full_name}`;
}

/** The first of these texts that says something. */
export function firstText(...texts: readonly (string | null | undefined)[]): string | null {
  return texts.find((text) => text != null && text !== '') ?? null;
}

const ACTIONS_APP = 'github-actions';

/** True for what GitHub Actions itself reports: its runs are known from workflow_run. */
export function isActionsApp(slugOrLogin: string | null | undefined): boolean {
  return slugOrLogin === ACTIONS_APP || slugOrLogin === `${ACTIONS_APP}[bot]`;
}
