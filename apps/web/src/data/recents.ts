import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useOpenProject, useSession } from './session.js';

export interface RecentPage {
  readonly path: string;
  readonly label: string;
  readonly detail: string;
}

const MAX_RECENT = 20;
const PREFIX = 'slipway.recent-pages.';

export function readRecentPages(userId: number): readonly RecentPage[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(PREFIX + userId) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isRecentPage) : [];
  } catch {
    // Storage is turned off, or something else wrote to it.
    return [];
  }
}

function isRecentPage(value: unknown): value is RecentPage {
  const { path, label, detail } = (value ?? {}) as Partial<RecentPage>;
  return [path, label, detail].every((text) => typeof text === 'string') && path?.startsWith('/') === true;
}

function remember(userId: number, page: RecentPage): void {
  const others = readRecentPages(userId).filter(({ path }) => path !== page.path);
  try {
    localStorage.setItem(PREFIX + userId, JSON.stringify([page, ...others].slice(0, MAX_RECENT)));
  } catch {
    // Without storage there are no recent pages.
  }
}

/** Remembers the open page for the command menu. Undefined while its record is loading. */
export function useRememberedPage(label: string | undefined): void {
  const { user } = useSession();
  const detail = useOpenProject()?.name ?? '';
  const path = useLocation({ select: ({ pathname }) => pathname });
  useEffect(() => {
    if (label !== undefined) remember(user.id, { path, label, detail });
  }, [user.id, path, label, detail]);
}

/** Removes the names of records from a browser that others may use. */
export function forgetRecentPages(): void {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
    for (const key of keys) localStorage.removeItem(key);
  } catch {
    // Without storage there are no recent pages.
  }
}
