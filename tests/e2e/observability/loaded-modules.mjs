// Loaded before an app with `--import`. When the app ends, prints how many modules of the OpenTelemetry SDK it loaded.
import { writeSync } from 'node:fs';
import { Module } from 'node:module';

process.on('exit', () => {
  // prom-client loads the API package, which does nothing without an SDK.
  const loaded = Object.keys(Module._cache).filter((file) => /@opentelemetry\/(?!api\/)[^@]*$/.test(file));
  writeSync(1, `\n${JSON.stringify({ openTelemetryModules: loaded.length })}\n`);
});
