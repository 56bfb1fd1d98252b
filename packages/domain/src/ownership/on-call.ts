import type { GroupReach } from '@slipway/contracts';

const WEEK_MS = 7 * 24 * 60 * 60_000;
/** 5 January 1970 was a Monday. */
const FIRST_MONDAY_MS = 4 * 24 * 60 * 60_000;

/** The start of the week that contains a moment: Monday, 0:00 UTC. */
export function weekOf(now: number): Date {
  return new Date(now - ((((now - FIRST_MONDAY_MS) % WEEK_MS) + WEEK_MS) % WEEK_MS));
}

/** Who of a group is on call, week by week. */
export interface Rotation {
  /** In the order in which they take turns. */
  readonly userIds: readonly number[];
  /** The Monday from which the first one is on call; null if nobody takes turns. */
  readonly rotatesFrom: Date | null;
  /** The weeks that somebody else takes over, by their Mondays. */
  readonly swaps: readonly { readonly week: Date; readonly userId: number }[];
}

/** The person of a group who is on call in the week of a moment; null if nobody is. */
export function onCallOf({ userIds, rotatesFrom, swaps }: Rotation, now: number): number | null {
  const week = weekOf(now).getTime();
  const swap = swaps.find((taken) => taken.week.getTime() === week);
  if (swap !== undefined) return swap.userId;
  if (rotatesFrom === null || userIds.length === 0) return null;
  const turn = Math.round((week - weekOf(rotatesFrom.getTime()).getTime()) / WEEK_MS);
  return userIds[((turn % userIds.length) + userIds.length) % userIds.length] ?? null;
}

/** Who of a group gets a message: everybody also if nobody is on call, so that it reaches somebody. */
export function reachOf(group: Rotation, reach: GroupReach, now: number): readonly number[] {
  const onCall = reach === 'on_call' ? onCallOf(group, now) : null;
  return onCall === null ? group.userIds : [onCall];
}
