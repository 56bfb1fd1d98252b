import type { Logger } from '../logger.js';
import type { Settings } from '../settings.js';
import type { Tracing } from './tracing.js';

export function isTracing(settings: Settings): boolean {
  return settings.OTEL_EXPORTER_OTLP_ENDPOINT !== '' || settings.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT !== '';
}

/** Null without an OTLP endpoint; in that case the OpenTelemetry SDK is not even loaded. */
export async function openTracing(settings: Settings, service: string, logger: Logger): Promise<Tracing | null> {
  if (!isTracing(settings)) return null;
  const { startOpenTelemetry } = await import('./open-telemetry.js');
  return startOpenTelemetry(service, logger);
}
