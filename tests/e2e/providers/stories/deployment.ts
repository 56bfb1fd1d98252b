import { millis, time, type Webhook } from '../webhook.js';

const steam = {
  platform: 'Steamworks',
  build_number: 812,
  steam_app_id: '2358720',
  branch: 'playtest',
  version: '0.9.4',
};

function event(name: string, timestamp: unknown, fields: object = {}): Webhook {
  return { endpoint: 'deployment', body: { ...steam, event: name, timestamp, ...fields } };
}

/** A deployment from upload to release and rollback. */
export const deployment = {
  uploading: event('upload_started', time(0)),
  submitted: event('build_uploaded', time(8), { external_build_id: 25_520_824 }),
  depotChecked: event('depot_checked', time(9), { notes: 'by ops@tidewright.example.com' }),
  inReview: event('IN_REVIEW', time(10), { metadata: { reviewer: 'ops@tidewright.example.com' } }),
  live: event('set_live', millis(20)),
  rolledBack: event('rollback', time(50)),
} satisfies Record<string, Webhook>;

/** The deployed build. */
export const build: Webhook = {
  endpoint: 'ci',
  body: {
    job_name: 'Undertow-Win64',
    build_number: 812,
    status: 'SUCCESS',
    commit: 'ab'.repeat(20),
    finished_at: time(-4),
  },
};
