/** `node healthcheck.mjs <PORT|METRICS_PORT> <path>`: exits with 0 if the process in this container answers 200. */
const [setting, path] = process.argv.slice(2);
const port = process.env[setting];
try {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(4_000) });
  console.log(await response.text());
  process.exitCode = response.ok ? 0 : 1;
} catch (error) {
  console.error(`port ${port}: ${error.cause?.message ?? error.message}`);
  process.exitCode = 1;
}
