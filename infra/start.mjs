/** `npm start`: makes the checkout ready, then hands over to the supervisor compiled from apps/standalone. */
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Slipway needs Node.js 20.19 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

// Loaded only now: what follows uses features an older Node would fail on with a less helpful message.
const { createProgress } = await import('./progress.mjs');
const { prepare, reportFailure } = await import('./toolchain.mjs');
const { stopTools } = await import('./tool.mjs');
const { root } = await import('./workspace.mjs');

const parentPid = process.ppid;
const log = createProgress();
const stopped = (signal) => {
  stopTools();
  log.info(`Stopped by ${signal}.`);
  process.exit(signal === 'SIGINT' ? 130 : 143);
};
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
for (const signal of signals) process.on(signal, stopped);

try {
  await prepare({ log });
  const { launch } = await import('../apps/standalone/dist/launch.js');
  for (const signal of signals) process.removeListener(signal, stopped);
  await launch({ root, parentPid, log });
} catch (error) {
  reportFailure(error, log);
  process.exit(1);
}
