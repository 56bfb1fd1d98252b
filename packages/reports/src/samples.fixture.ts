import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FormatName } from './index.js';

const folder = join(import.meta.dirname, '../samples');

export interface Sample {
  readonly format: FormatName;
  readonly file: string;
  readonly madeBy: string;
  /** As the tool counted them. */
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** The table in samples/README.md. */
export function listSamples(): Sample[] {
  const rows = readFileSync(join(folder, 'README.md'), 'utf8')
    .split('\n')
    .filter((line) => /^\| `/.test(line))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll('`', '')),
    );
  return rows.map(([format = '', file = '', madeBy = '', passed, failed, skipped]) => ({
    format: format as FormatName,
    file,
    madeBy,
    passed: Number(passed),
    failed: Number(failed),
    skipped: Number(skipped),
  }));
}

export const readSample = ({ format, file }: Pick<Sample, 'format' | 'file'>): Buffer =>
  readFileSync(join(folder, format, file));

/** Every file below samples, as `format/file`. */
export const sampleFiles = (): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'README.md')
    .map((entry) => `${entry.parentPath.split('/').at(-1)}/${entry.name}`);
