export { AggregatorRegistry, type Counter, type Gauge, type Histogram } from 'prom-client';
export * from './logger.js';
export * from './metrics.js';
export * from './process.js';
export * from './readiness.js';
export { redisState } from './redis-state.js';
export * from './settings.js';
export * from './throttled-log.js';
export type { SpanAttributes, SpanOptions, TraceSpan, Tracing } from './tracing/tracing.js';
