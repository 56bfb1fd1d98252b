import { createProgress } from './progress.mjs';
import { prepareCode, reportFailure } from './toolchain.mjs';

/** Runs a command that takes a folder. `run` gets the compiled commands, the parsed options and the folder. */
export async function runDataCommand({ usage, parse }, run) {
  const log = createProgress();
  const { values, positionals } = parsed(parse, usage);
  if (values.help) return void process.stdout.write(usage);
  const [folder] = positionals;
  if (positionals.length !== 1) return fail(usage);
  try {
    await prepareCode({ log });
    const commands = await import('../apps/standalone/dist/backup/run-command.js');
    const given = { commands, values, folder, env: process.env, log };
    await run(given).catch((error) => {
      for (const problem of commands.problemsOf(error)) log.fail(problem);
      process.exitCode = 1;
    });
  } catch (error) {
    reportFailure(error, log);
    process.exitCode = 1;
  }
}

function parsed(parse, usage) {
  try {
    return parse();
  } catch (error) {
    fail(`${error.message}\n\n${usage}`);
    return process.exit();
  }
}

function fail(text) {
  process.stderr.write(text);
  process.exitCode = 2;
}
