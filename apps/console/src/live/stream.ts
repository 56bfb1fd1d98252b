import type { LiveKind } from '@slipway/contracts';
import type { ApiReads } from '@slipway/db';
import { type CallerOf, type Request, type Response, Router } from '@slipway/http';
import type { LiveChanges } from './live-changes.js';

/** What streams of changes need. */
export interface StreamDeps {
  readonly callerOf: CallerOf;
  readonly reads: Pick<ApiReads, 'listProjects'>;
  readonly changes: LiveChanges;
  readonly isDraining: () => boolean;
}

/** Workers commit many times a second; a stream sends their changes together at most this often. */
const FLUSH_MS = 250;
/** How often a stream sends a sign of life, and checks that its reader is still signed in. */
const CHECK_MS = 10_000;
/** How long a browser waits before it connects again. */
const RETRY_MS = 1_000;

/** One stream of server-sent events per tab: which kinds of rows changed in the projects of its reader. */
export function streamRoutes(deps: StreamDeps): Router {
  const router = Router();
  router.get('/stream', async (request, response) => {
    const caller = await deps.callerOf(request);
    if (caller === null) return void response.status(401).end();
    const projects = await projectIds(deps, caller.userId);
    response.set({ 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' });
    response.flushHeaders();
    response.write(`retry: ${RETRY_MS}\n\n`);
    openStream(request, response, { ...deps, userId: caller.userId, projects });
  });
  return router;
}

async function projectIds({ reads }: StreamDeps, userId: number): Promise<Set<number>> {
  return new Set((await reads.listProjects(userId)).map(({ id }) => id));
}

interface Stream extends StreamDeps {
  readonly userId: number;
  readonly projects: Set<number>;
}

function openStream(request: Request, response: Response, stream: Stream): void {
  let { projects } = stream;
  const changed = new Map<number, Set<LiveKind>>();
  const send = (event: string, data: unknown) =>
    response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  const unsubscribe = stream.changes.subscribe((message) => {
    if (message === 'missed') return void send('missed', {});
    const { project_id: id, kinds } = message;
    if (!projects.has(id)) return;
    const known = changed.get(id) ?? new Set<LiveKind>();
    for (const kind of kinds) known.add(kind);
    changed.set(id, known);
  });
  const flush = setInterval(() => {
    for (const [id, kinds] of changed) send('change', { project_id: id, kinds: [...kinds] });
    changed.clear();
    if (stream.isDraining()) response.end();
  }, FLUSH_MS);
  const check = setInterval(async () => {
    try {
      if ((await stream.callerOf(request)) === null) return void response.end();
      projects = await projectIds(stream, stream.userId);
    } catch {
      // The database is away. Who could read before may go on; the next check decides.
    }
    if (!response.writableEnded) response.write(': alive\n\n');
  }, CHECK_MS);
  response.once('close', () => {
    unsubscribe();
    clearInterval(flush);
    clearInterval(check);
  });
}
