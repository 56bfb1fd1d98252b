import { Settings } from '@slipway/runtime';

/** Settings of the connections, which apply as soon as a release knows them. Until then, processes ignore them. */
const OF_CONNECTIONS = ['DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL', 'OTEL_EXPORTER_OTLP_ENDPOINT'];

const known = new Set([...Object.keys(Settings.properties), ...OF_CONNECTIONS]);

/** The names that no process reads, for example because they are misspelt. */
export function unknownSettings(names: Iterable<string>): string[] {
  return [...names].filter((name) => !known.has(name));
}
