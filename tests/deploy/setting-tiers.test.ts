import { describe, expect, it } from '@jest/globals';
import { composeApi } from '@slipway/api';
import { composeConsole } from '@slipway/console';
import { composeIngest } from '@slipway/ingest';
import { composeMcp } from '@slipway/mcp';
import { createMetrics, type ProcessContext, SETTING_TIERS, Settings, type SettingTier } from '@slipway/runtime';
import { testProcess } from '@slipway/testing';
import { runWorker } from '@slipway/worker';

const context = await testProcess({ DATABASE_REPLICA_URL: '', OPERATOR_PASSWORD: 'operator-operator' });
const draining = () => false;

/** How each tier is put together; every tier reads its settings meanwhile. */
const START = {
  ingest: (own) => composeIngest(own, draining),
  api: async (own) => composeApi(own, draining),
  console: async (own) => composeConsole(own, draining),
  mcp: async (own) => composeMcp(own, draining, 'http://127.0.0.1'),
  worker: (own) => runWorker(own),
} satisfies Partial<Record<SettingTier, (own: ProcessContext) => Promise<unknown>>>;

/** Starts a tier, and returns the settings that it read. */
async function settingsReadBy(tier: keyof typeof START): Promise<string[]> {
  const read = new Set<string>();
  const settings = new Proxy(context.settings, {
    get(target, name, receiver) {
      if (typeof name === 'string') read.add(name);
      return Reflect.get(target, name, receiver);
    },
  });
  await START[tier]({ ...context, settings, metrics: createMetrics() });
  return [...read];
}

describe('SETTING_TIERS', () => {
  it('lists every setting once, each with a process that reads it', () => {
    expect(Object.keys(SETTING_TIERS).toSorted()).toEqual(Object.keys(Settings.properties).toSorted());
    for (const [name, tiers] of Object.entries(SETTING_TIERS)) {
      expect([name, tiers.length]).not.toEqual([name, 0]);
      expect([name, [...new Set(tiers)]]).toEqual([name, tiers]);
    }
  });

  it.each(Object.keys(START) as (keyof typeof START)[])(
    'lists %s for every setting that it reads',
    async (tier) => {
      const read = await settingsReadBy(tier);
      expect(read.length).toBeGreaterThan(2);
      const unlisted = read.filter((name) => !SETTING_TIERS[name as keyof typeof SETTING_TIERS]?.includes(tier));
      expect(unlisted).toEqual([]);
    },
  );

  it('gives no secret to the process that assistants reach', () => {
    const secrets = ['DATABASE_URL', 'REDIS_URL', 'APP_SECRET', 'SMTP_URL', 'OPERATOR_PASSWORD'] as const;
    for (const name of secrets)
      expect([name, SETTING_TIERS[name]]).not.toEqual([name, expect.arrayContaining(['mcp'])]);
  });
});
