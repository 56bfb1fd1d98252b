import type { Server } from '@slipway/local';
import type { Stack } from './stack.js';

const HEADER = ['Role', 'Address', 'Metrics', 'Pid'];

/** Lists what runs where: a line for each process, in aligned columns. */
export function tableOf({ hosts, port, metricsPort }: Stack, servers: Readonly<Record<string, Server>>): string[] {
  const rows = [
    HEADER,
    ...hosts.map(({ tier, address, pid }) => [
      tier,
      tier === 'worker' ? address : `${address}:${port}`,
      `http://${address}:${metricsPort}/metrics`,
      String(pid()),
    ]),
    ...Object.entries(servers).map(([name, { address, pid }]) => [name, address, '', String(pid())]),
  ];
  const widths = HEADER.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
