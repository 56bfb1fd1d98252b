import type { CommandContext } from './context.js';

/** Opens a page of the console, or prints its address when stdout is no terminal or there is no browser. */
export async function openPage({ session, output, openBrowser }: CommandContext, path: string): Promise<void> {
  const address = `${(await session()).host}${path}`;
  if (!output.isTerminal) return output.line(address);
  try {
    await openBrowser(address);
    output.note(`Opened ${address}`);
  } catch {
    output.line(address);
  }
}
