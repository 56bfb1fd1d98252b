// A strong peer: Fastify, and the requests of each turn of the event loop added to the queue with one addBulk.
import { createRequire } from 'node:module';
import fastify from 'fastify';

const fromQueue = createRequire(new URL('../../../packages/queue/package.json', import.meta.url));
const { Queue } = fromQueue('bullmq');
const { Redis } = fromQueue('ioredis');

const queue = new Queue('fastify', {
  connection: new Redis(process.env.REDIS_URL, { maxRetriesPerRequest: null }),
});
let waiting = [];

async function flush() {
  const batch = waiting;
  waiting = [];
  try {
    const jobs = await queue.addBulk(batch.map(({ data }) => ({ name: 'report', data })));
    for (const [place, { resolve }] of batch.entries()) resolve(jobs[place].id);
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
}

function add(data) {
  if (waiting.length === 0) setImmediate(flush);
  return new Promise((resolve, reject) => waiting.push({ data, resolve, reject }));
}

const app = fastify({ bodyLimit: 25 * 1024 * 1024 });
app.post('/webhooks/ci', async (request) => ({ status: 'accepted', delivery_id: await add(request.body) }));
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
process.send('ready');
