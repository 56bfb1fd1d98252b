import type { CommandContext } from './context.js';

/** Opens a page of the console, or prints its address when stdout is not a terminal or no browser can be opened. */
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
