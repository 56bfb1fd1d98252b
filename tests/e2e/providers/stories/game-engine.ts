import { millis, time, type Webhook } from '../webhook.js';

const common = {
  build_number: 4102,
  job_name: 'Undertow-PS5',
  engine: 'Unreal',
  target_type: 'shipping',
  platform: 'PS5',
  changelist: 48_213,
};

function event(name: string, minutes: number, fields: object = {}): Webhook {
  return { endpoint: `game_engine/${name}`, body: { ...common, timestamp: time(minutes), ...fields } };
}

const cooked = [
  { path: '/Game/Hero/SM_Hero', asset_type: 'model', content_hash: 'h1', size_bytes: 4096, duration_ms: 12 },
  { path: '/Game/Maps/L_Harbor.umap', content_hash: 'm1' },
];

/** A build that goes through all phases. */
export const completed = {
  cooking: event('cooking_started', 0),
  shadersStarted: event('shaders_started', 3),
  shadersCompleted: event('shaders_completed', 9, { timestamp: millis(9) }),
  cooked: event('asset_cooked', 10, { assets: cooked }),
  cookedAgain: event('asset_cooked', 11, cooked[0]),
  recooked: event('asset_cooked', 12, { ...cooked[0], content_hash: 'h2' }),
  packaging: event('packaging_started', 20),
  completed: event('build_completed', 30),
} satisfies Record<string, Webhook>;

/** A build that fails while packaging. */
export const failed = {
  cooking: event('cooking_started', 40, { build_number: 4103 }),
  packaging: event('packaging_started', 50, { build_number: 4103 }),
  failed: event('build_failed', 55, {
    build_number: 4103,
    log: 'ERROR: Cook failed.\nAutomationTool exiting with ExitCode=25 (Error_UnknownCookFailure)',
  }),
} satisfies Record<string, Webhook>;
