export type { Counter, Gauge, Histogram } from 'prom-client';
export { type AddressRules, addressRules, addressRulesOf, refusalOf } from './address-rules.js';
export { checkedLookup, isRefused, type Resolve, refusedAddress } from './checked-lookup.js';
export { onFrozen } from './frozen-child.js';
export * from './handle-requests.js';
export type { Latency } from './latency.js';
export * from './logger.js';
export * from './metrics.js';
export { parseNetworks, readNetwork } from './networks.js';
export * from './process.js';
export { type MachineClocks, ProcessClock } from './process-clock.js';
export * from './readiness.js';
export { redisState } from './redis-state.js';
export { renderMetrics } from './render-metrics.js';
export { SETTING_TIERS, type SettingTier } from './setting-tiers.js';
export * from './settings.js';
export * from './spool-quarantine.js';
export * from './throttled-log.js';
export {
  type SpanAttributes,
  type SpanOptions,
  type TraceSpan,
  type Tracing,
  traceIdOf,
} from './tracing/tracing.js';
export { findUnknownSettings, type UnknownSetting } from './unknown-settings.js';
