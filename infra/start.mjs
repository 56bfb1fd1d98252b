import { resolve } from 'node:path';

/** `npm start`: prepares the checkout, then runs the supervisor compiled from apps/standalone. */
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Slipway needs Node.js 20.19 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

// Imported only here, because an older Node would fail on these modules with a less helpful message.
const { createProgress } = await import('./progress.mjs');
const { prepareStart, reportFailure } = await import('./toolchain.mjs');
const { stopTools } = await import('./tool.mjs');
const { claimPort } = await import('../packages/local/claim-port.mjs');
const { root } = await import('./workspace.mjs');

/** Claims the port before anything is installed or built; a wrong setting is left to the launcher, which reports it. */
function claimStartPort() {
  const port = Number(process.env.PORT || 8080);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) return undefined;
  const dataDir = resolve(root, process.env.DATA_DIR || '.data');
  return claimPort({ port, host: process.env.HOST || '127.0.0.1', dataDir });
}

/** Adds the end of the tool's output to the message, which is all that the launcher prints. */
async function withOutput(step) {
  try {
    return await step;
  } catch (error) {
    throw new Error([error.message, error.tail].filter(Boolean).join('\n'), { cause: error });
  }
}

const parentPid = process.ppid;
const log = createProgress();
process.on('exit', stopTools);
let handleSignal = (signal) => {
  log.info(`Stopped by ${signal}.`);
  process.exit(signal === 'SIGINT' ? 130 : 143);
};
// Registered once: a signal that arrives while a listener is replaced would be lost.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => handleSignal(signal));
const takeSignals = (handler) => {
  handleSignal = handler;
};

try {
  const releasePort = await claimStartPort();
  let prepared;
  const compiled = new Promise((onCompiled) => {
    prepared = prepareStart({ log, onCompiled });
  });
  await Promise.race([compiled, prepared]);
  const programs = withOutput(prepared);
  // The launcher looks at it later; a failure until then must not end this process.
  programs.catch(() => undefined);
  const { launch } = await import('../apps/standalone/dist/launch.js');
  await launch({ root, parentPid, takeSignals, log, programs, releasePort });
} catch (error) {
  reportFailure(error, log);
  process.exit(1);
}
