import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

export function launchChromium(): Promise<Browser>;

export function openContext(
  browser: Browser,
  options: BrowserContextOptions & { readonly baseUrl: string; readonly onProblem: (problem: string) => void },
): Promise<BrowserContext>;

export function signIn(page: Page, user: { readonly email: string; readonly password: string }): Promise<void>;
