import { runTask } from '@slipway/runtime';
import { migrate } from './migrate.js';

await runTask({
  title: 'slipway-migrate',
  unneeded: ['REDIS_URL', 'APP_SECRET'],
  async run({ settings, logger }) {
    const onStep = (migration: string) => logger.info({ migration }, 'applying migration');
    const { applied } = await migrate(settings.DATABASE_DIRECT_URL, { onStep });
    logger.info({ applied: applied.length }, 'database is up to date');
  },
});
