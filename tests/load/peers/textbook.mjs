// The textbook: Express, express.json, one queue.add per request.
import { createRequire } from 'node:module';

const fromHttp = createRequire(new URL('../../../packages/http/package.json', import.meta.url));
const fromQueue = createRequire(new URL('../../../packages/queue/package.json', import.meta.url));
const express = fromHttp('express');
const { Queue } = fromQueue('bullmq');
const { Redis } = fromQueue('ioredis');

const queue = new Queue('textbook', {
  connection: new Redis(process.env.REDIS_URL, { maxRetriesPerRequest: null }),
  defaultJobOptions: { removeOnComplete: true },
});
const app = express();
app.use(express.json({ limit: '25mb' }));
app.post('/webhooks/ci', async (request, response) => {
  const job = await queue.add('report', request.body);
  response.json({ status: 'accepted', delivery_id: job.id });
});
app.listen(Number(process.env.PORT), '127.0.0.1', () => process.send('ready'));
