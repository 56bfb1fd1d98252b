/** Drives Debian's Chromium with playwright-core, which downloads no browser of its own. */
import { ensureProgram } from '@slipway/local';
import { chromium } from 'playwright-core';

export async function launchChromium() {
  // Chromium's sandbox does not work for root.
  const args = ['--disable-dev-shm-usage', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];
  return chromium.launch({ executablePath: await ensureProgram('chromium', process.env), args });
}

/** Opens a context whose pages report what must never happen: console errors, and requests to other hosts. */
export async function openContext(browser, { baseUrl, onProblem, ...options }) {
  const context = await browser.newContext({ baseURL: baseUrl, reducedMotion: 'reduce', ...options });
  context.on('console', (message) => {
    if (message.type() === 'error')
      onProblem(`console error on ${message.page()?.url()}: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => onProblem(`exception on ${error.page()?.url()}: ${error.error().stack}`));
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (url.origin !== new URL(baseUrl).origin && !['data:', 'blob:'].includes(url.protocol))
      onProblem(`request to another host: ${url.href}`);
  });
  return context;
}

/** Signs in with the form. */
export async function signIn(page, { email, password }) {
  await page.goto('/sign-in');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/sign-in'));
}
