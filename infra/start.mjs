/** `npm start`: prepares the checkout, then runs the supervisor compiled from apps/standalone. */
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Slipway needs Node.js 20.19 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

// Imported only here, because an older Node would fail on these modules with a less helpful message.
const { createProgress } = await import('./progress.mjs');
const { prepare, reportFailure } = await import('./toolchain.mjs');
const { stopTools } = await import('./tool.mjs');
const { root } = await import('./workspace.mjs');

const parentPid = process.ppid;
const log = createProgress();
let handleSignal = (signal) => {
  stopTools();
  log.info(`Stopped by ${signal}.`);
  process.exit(signal === 'SIGINT' ? 130 : 143);
};
// Registered once: a signal that arrives while a listener is replaced would be lost.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => handleSignal(signal));
const takeSignals = (handler) => {
  handleSignal = handler;
};

try {
  await prepare({ log });
  const { launch } = await import('../apps/standalone/dist/launch.js');
  await launch({ root, parentPid, takeSignals, log });
} catch (error) {
  reportFailure(error, log);
  process.exit(1);
}
