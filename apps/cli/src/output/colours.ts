import picocolors from 'picocolors';

export type Colours = ReturnType<typeof picocolors.createColors>;

/** Colors for a stream: none outside a terminal or if NO_COLOR or CLICOLOR=0 is set; CLICOLOR_FORCE forces them. */
export function createColours(
  isTerminal: boolean,
  { NO_COLOR, CLICOLOR, CLICOLOR_FORCE = '0' }: Readonly<Record<string, string | undefined>>,
): Colours {
  const isForced = CLICOLOR_FORCE !== '' && CLICOLOR_FORCE !== '0';
  const isRefused = (NO_COLOR !== undefined && NO_COLOR !== '') || (CLICOLOR === '0' && !isForced);
  return picocolors.createColors(!isRefused && (isTerminal || isForced));
}
