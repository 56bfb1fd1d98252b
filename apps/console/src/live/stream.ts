import type { LiveKind } from '@slipway/contracts';
import type { ApiReads } from '@slipway/db';
import { admitCaller, type CallerChecks, type Request, type Response, Router } from '@slipway/http';
import type { ConsoleCaller } from '../console-endpoint.js';
import { MAX_STREAM_BACKLOG_BYTES } from '../limits.js';
import type { LiveChanges } from './live-changes.js';
import type { TakeSlot } from './stream-slots.js';

export interface StreamDeps extends CallerChecks {
  readonly reads: Pick<ApiReads, 'listProjects'>;
  readonly changes: LiveChanges;
  readonly takeSlot: TakeSlot;
  readonly isDraining: () => boolean;
}

/** Workers commit many times a second, so a stream collects their changes and sends them at most this often. */
const FLUSH_MS = 250;
/**
 * How often a stream sends a keep-alive and checks that its reader is still signed in. The removal of a member is
 * checked immediately.
 */
const CHECK_MS = 10_000;
/** How long a browser waits before it reconnects. */
const RETRY_MS = 1_000;
/** A browser that reconnects sends the id of the last event, which shows that it may have missed some. */
const OPENING = `retry: ${RETRY_MS}\nid: open\n\n`;

export function streamRoutes(deps: StreamDeps): Router {
  const router = Router();
  router.get('/stream', async (request, response) => {
    // Only sessions reach this route: see app.ts.
    const caller = (await admitCaller(request, response, deps)) as ConsoleCaller | null;
    // A response that is already closed emits no further `close` event, so nothing would end its stream.
    if (caller === null || response.destroyed) return;
    response.once('close', deps.takeSlot(caller));
    const projects = await projectIds(deps, caller.userId);
    if (response.destroyed) return;
    response.set({ 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' });
    if (request.method === 'HEAD') return void response.end();
    response.flushHeaders();
    response.write(OPENING);
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
  const access = followAccess(request, stream);
  const pending = collectChanges(request.get('last-event-id') !== undefined);
  const unsubscribe = stream.changes.subscribe((message) => {
    if (message === 'missed') {
      access.requireCheck();
      return pending.miss();
    }
    const { project_id: id, kinds } = message;
    if (!access.projects().has(id)) return;
    // PostgreSQL announces changes in commit order. Nothing after a removal may be sent before access is checked again.
    if (kinds.includes('member')) access.requireCheck();
    pending.add(id, kinds);
  });
  async function check(): Promise<void> {
    // Database unreachable: keep the stream open and check access again later.
    const result = await access.check().catch(() => 'unknown');
    if (result === 'ended') writer.end();
    // The page reloads everything and discovers what its reader can no longer see.
    if (result === 'reduced') pending.miss();
  }
  const flush = setInterval(async () => {
    if (access.needsCheck()) await check();
    if (stream.isDraining()) writer.end();
    else if (!access.needsCheck()) writer.write(pending.take(access.projects()));
  }, FLUSH_MS);
  const alive = setInterval(async () => {
    await check();
    writer.write(': alive\n\n');
  }, CHECK_MS);
  const writer = writeUntilEnd(response, () => {
    unsubscribe();
    clearInterval(flush);
    clearInterval(alive);
  });
}

function followAccess(request: Request, stream: Stream) {
  let { projects } = stream;
  let [required, checked] = [0, 0];
  return {
    projects: () => projects,
    requireCheck() {
      required += 1;
    },
    needsCheck: () => checked < required,
    async check(): Promise<'ended' | 'reduced' | 'same'> {
      const upTo = required;
      if ((await stream.callerOf(request)) === null) return 'ended';
      const found = await projectIds(stream, stream.userId);
      // A later check finished before this one.
      if (upTo < checked) return 'same';
      checked = upTo;
      const isReduced = [...projects].some((id) => !found.has(id));
      projects = found;
      return isReduced ? 'reduced' : 'same';
    },
  };
}

function collectChanges(hasMissed: boolean) {
  const changed = new Map<number, Set<LiveKind>>();
  let isMissing = hasMissed;
  return {
    miss() {
      isMissing = true;
    },
    add(projectId: number, kinds: readonly LiveKind[]) {
      changed.set(projectId, new Set([...(changed.get(projectId) ?? []), ...kinds]));
    },
    take(projects: ReadonlySet<number>): string {
      const events = [...changed]
        .filter(([id]) => projects.has(id))
        .map(([id, kinds]) => eventOf('change', { project_id: id, kinds: [...kinds] }));
      if (isMissing) events.unshift(eventOf('missed', {}));
      changed.clear();
      isMissing = false;
      return events.join('');
    },
  };
}

function eventOf(name: string, data: unknown): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Writes to a response until either side ends it, and never after that. Calls `onEnd` once. */
function writeUntilEnd(response: Response, onEnd: () => void) {
  let isOpen = true;
  function stop(): void {
    if (!isOpen) return;
    isOpen = false;
    onEnd();
  }
  response.once('close', stop);
  return {
    write(text: string): void {
      if (!isOpen) return;
      // The browser reconnects and learns that it missed changes.
      if (response.writableLength > MAX_STREAM_BACKLOG_BYTES) response.destroy();
      else if (text !== '') response.write(text);
      if (response.destroyed) stop();
    },
    end(): void {
      if (!isOpen) return;
      stop();
      response.end();
    },
  };
}
