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
/** How often a stream sends a sign of life, and checks that its reader is still signed in. A removal is checked at once. */
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
  // How often the members of the reader's accounts may have changed, and up to which change the access was checked.
  let [memberChanges, checkedChanges] = [0, 0];
  const changed = new Map<number, Set<LiveKind>>();
  const send = (event: string, data: unknown) =>
    response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  const unsubscribe = stream.changes.subscribe((message) => {
    if (message === 'missed') {
      memberChanges += 1;
      return void send('missed', {});
    }
    const { project_id: id, kinds } = message;
    if (!projects.has(id)) return;
    // PostgreSQL announces in the order of commits: nothing that follows a removal is sent before the access is checked.
    if (kinds.includes('member')) memberChanges += 1;
    const known = changed.get(id) ?? new Set<LiveKind>();
    for (const kind of kinds) known.add(kind);
    changed.set(id, known);
  });
  async function checkAccess(): Promise<void> {
    const upTo = memberChanges;
    if ((await stream.callerOf(request)) === null) return void response.end();
    const found = await projectIds(stream, stream.userId);
    if (upTo < checkedChanges) return;
    checkedChanges = upTo;
    // The page reads everything again, and finds what its reader has lost.
    if ([...projects].some((id) => !found.has(id))) send('missed', {});
    projects = found;
  }
  const flush = setInterval(async () => {
    // Database unreachable: what waits is sent once the access could be checked.
    if (checkedChanges < memberChanges) await checkAccess().catch(() => undefined);
    if (stream.isDraining()) response.end();
    if (checkedChanges < memberChanges || response.writableEnded) return;
    for (const [id, kinds] of changed) if (projects.has(id)) send('change', { project_id: id, kinds: [...kinds] });
    changed.clear();
  }, FLUSH_MS);
  const check = setInterval(async () => {
    // Database unreachable: keep the stream open and check access again later.
    await checkAccess().catch(() => undefined);
    if (!response.writableEnded) response.write(': alive\n\n');
  }, CHECK_MS);
  response.once('close', () => {
    unsubscribe();
    clearInterval(flush);
    clearInterval(check);
  });
}
