import { useEffect, useSyncExternalStore } from 'react';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const KEY = 'slipway.theme';
const watchers = new Set<() => void>();

function read(): Theme {
  try {
    const stored = localStorage.getItem(KEY);
    return THEMES.find((theme) => theme === stored) ?? 'system';
  } catch {
    return 'system';
  }
}

const dark = matchMedia('(prefers-color-scheme: dark)');

function apply(): void {
  const theme = read();
  const isDark = theme === 'dark' || (theme === 'system' && dark.matches);
  document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light';
}

export function useTheme(): readonly [Theme, (theme: Theme) => void] {
  const theme = useSyncExternalStore((watcher) => {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  }, read);
  useEffect(() => {
    dark.addEventListener('change', apply);
    return () => dark.removeEventListener('change', apply);
  }, []);
  return [
    theme,
    (next) => {
      try {
        localStorage.setItem(KEY, next);
      } catch {
        // Storage is blocked: the choice lasts until the page is closed.
      }
      apply();
      for (const watcher of watchers) watcher();
    },
  ];
}
