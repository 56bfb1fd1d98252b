import axe from 'axe-core';
import type { Page } from 'playwright-core';

export const PHONE = { width: 375, height: 812 };

/** Problems that axe rates serious or critical, with their elements. The page returns only these: results are long. */
export async function barriers(page: Page, part = ':root'): Promise<string[]> {
  await page.evaluate(axe.source);
  return page.evaluate<string[]>(`axe.run('${part}', { resultTypes: ['violations'] }).then(({ violations }) =>
    violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ': ' + target.join(' '))))`);
}

/** By how much the page is wider than its screen. */
export async function overflow(page: Page): Promise<string[]> {
  const pixels = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'));
  return pixels > 0 ? [`scrolls sideways by ${pixels} px`] : [];
}
