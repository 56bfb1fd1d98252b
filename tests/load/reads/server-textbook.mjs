// The textbook: Express and Prisma, with a lookup of the token and the project for each request.
import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { openDatabase } from '@slipway/db';

const express = createRequire(new URL('../../../packages/http/package.json', import.meta.url))('express');
const { prisma } = openDatabase({
  url: process.env.DATABASE_URL,
  name: 'textbook',
  poolSize: 10,
  statementTimeoutMs: 60_000,
});
const app = express();
app.set('json replacer', (_key, value) => (typeof value === 'bigint' ? Number(value) : value));

app.use(async (request, response, next) => {
  const [, token = ''] = (request.get('authorization') ?? '').split(' ');
  const tokenHash = createHash('sha256').update(token).digest('hex');
  const found = await prisma.apiToken.findUnique({ where: { tokenHash } });
  if (found === null) return response.status(401).end();
  request.userId = found.userId;
  return next();
});

app.param('project', async (request, response, next, id) => {
  const project = await prisma.project.findFirst({
    where: { id: Number(id), account: { memberships: { some: { userId: request.userId } } } },
  });
  if (project === null) return response.status(404).end();
  return next();
});

app.get('/api/v1/projects/:project/build_runs', async (request, response) => {
  const where = { projectId: Number(request.params.project) };
  const rows = await prisma.buildRun.findMany({
    where,
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: Number(request.query.limit),
  });
  response.json({ build_runs: rows });
});

app.get('/api/v1/projects/:project/build_runs/:id', async (request, response) => {
  response.json(
    await prisma.buildRun.findFirst({
      where: { id: Number(request.params.id), projectId: Number(request.params.project) },
      include: { log: true, steps: true, artifacts: true },
    }),
  );
});

/** The newest of each kind, merged. */
app.get('/api/v1/workspace/events', async (request, response) => {
  const page = {
    where: { accountId: Number(request.query.account_id) },
    orderBy: { createdAt: 'desc' },
    take: Number(request.query.limit),
  };
  const kinds = await Promise.all(
    ['buildRun', 'change', 'task', 'deployment', 'approval'].map((kind) => prisma[kind].findMany(page)),
  );
  const rows = kinds.flat().toSorted((a, b) => b.createdAt - a.createdAt);
  response.json({ events: rows.slice(0, page.take) });
});

app.listen(Number(process.env.PORT), '127.0.0.1', () => process.send('ready'));
