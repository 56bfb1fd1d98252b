import { execFile } from 'node:child_process';
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
