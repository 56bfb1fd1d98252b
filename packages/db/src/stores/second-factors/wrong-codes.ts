import type { DatabaseHandle } from '../../database.js';
import type { RequestSource } from '../audit-log/audit.js';
import { mailGuessedCodes } from '../mail/security-notices.js';

/** How many wrong codes a browser may send on a day; all browsers in which the user never signed in share one count. */
const MAX_WRONG_CODES = 30;
const DAY_MS = 24 * 60 * 60_000;

/** Whose code was tried, when, and where. */
export interface CodeSender {
  readonly userId: number;
  /** A browser in which the user has signed in before; null for any other. */
  readonly browser: string | null;
  readonly now: Date;
  readonly source: RequestSource;
}

const keyOf = ({ userId, browser }: CodeSender) => ({ userId, browser: browser ?? '' });
const dayOf = ({ now }: CodeSender) => new Date(now.getTime() - (now.getTime() % DAY_MS));

/** How many seconds remain until the next day, if the sender has used up the wrong codes of this one; null otherwise. */
export async function findCodeWait({ prisma }: DatabaseHandle, sender: CodeSender): Promise<number | null> {
  const day = dayOf(sender);
  const exhausted = await prisma.wrongCodes.count({
    where: { ...keyOf(sender), day, count: { gte: MAX_WRONG_CODES } },
  });
  return exhausted === 0 ? null : Math.ceil((day.getTime() + DAY_MS - sender.now.getTime()) / 1000);
}

/**
 * Counts a wrong code, and tells the user by email if it was the last of the day from browsers that they do not use:
 * the sender of such codes knows their password.
 */
export async function countWrongCode(tx: DatabaseHandle, sender: CodeSender): Promise<void> {
  const { userId, browser, now, source } = sender;
  const day = dayOf(sender);
  await tx.prisma.wrongCodes.deleteMany({ where: { userId, day: { not: day } } });
  const { count } = await tx.prisma.wrongCodes.upsert({
    where: { userId_browser: keyOf(sender) },
    create: { ...keyOf(sender), day, count: 1 },
    update: { count: { increment: 1 } },
  });
  if (browser !== null || count !== MAX_WRONG_CODES) return;
  await mailGuessedCodes(tx, userId, { count, lastAt: now.toISOString(), ipAddress: source.ipAddress });
}
