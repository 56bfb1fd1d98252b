import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root folder of the checkout. */
export const checkout = fileURLToPath(new URL('../..', import.meta.url));

const bins = {
  biome: 'node_modules/@biomejs/biome/bin/biome',
  depcruise: 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
};

export interface ToolResult {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs a Node program and returns its output, whatever its exit code. */
export function runNode(script: string, args: readonly string[], cwd: string): Promise<ToolResult> {
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [script, ...args],
      { cwd, maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => {
        const code = error ? error.code : 0;
        if (typeof code === 'number') resolve({ code, stdout, stderr });
        else reject(error);
      },
    );
  });
}

/** Runs one of the checkout's tools in the folder `cwd`. */
export function runTool(tool: keyof typeof bins, args: readonly string[], cwd: string): Promise<ToolResult> {
  return runNode(join(checkout, bins[tool]), args, cwd);
}

const skipped = new Set(['.data', '.git', 'coverage', 'dist', 'generated', 'node_modules']);

/** The paths of the files below a folder, relative to the checkout, without what is generated or installed. */
export async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(join(checkout, folder), { withFileTypes: true });
  const nested = entries.map((entry) => {
    const path = join(folder, entry.name);
    if (skipped.has(entry.name)) return [];
    return entry.isDirectory() ? filesOf(path) : [path];
  });
  return (await Promise.all(nested)).flat();
}
