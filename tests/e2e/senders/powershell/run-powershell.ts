import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { newMachine, Ran } from '../run.js';
import { Interpreter } from './interpreter.js';
import { Exit } from './values.js';

type Machine = Awaited<ReturnType<typeof newMachine>>;

interface Options {
  readonly env: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
}

const isInstalled = ['/usr/bin/pwsh', '/usr/local/bin/pwsh'].some(existsSync);

/** Runs a script with PowerShell where it is installed, and with our interpreter elsewhere. */
export async function runPowershell(machine: Machine, script: string, { env, args = [] }: Options): Promise<Ran> {
  if (!isInstalled) return interpret(machine, script, { env, args });
  const file = join(machine.folder, 'script.ps1');
  await writeFile(file, script);
  return machine.run('pwsh', ['-NoProfile', '-File', file, ...args], { env });
}

async function interpret(machine: Machine, script: string, { env, args = [] }: Options): Promise<Ran> {
  const output = { stdout: '', stderr: '' };
  const interpreter = new Interpreter(
    {
      folder: machine.folder,
      env,
      async run(program, programArgs, quiet) {
        const ran = await machine.run(program, programArgs, { env });
        if (!quiet) output.stderr += ran.stderr;
        return { code: ran.code ?? 1, lines: ran.stdout.split(/\r?\n/).filter((line) => line !== '') };
      },
      print: (text) => {
        output.stdout += `${text}\n`;
      },
      printError: (text) => {
        output.stderr += `${text}\n`;
      },
    },
    args,
  );
  try {
    await interpreter.runScript(script);
    return { code: 0, ...output };
  } catch (error) {
    if (error instanceof Exit) return { code: error.code, ...output };
    throw error;
  }
}
