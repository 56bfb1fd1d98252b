import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { makeFolder, writeDurably } from '../private-file.js';
import type { WebhookRequest } from '../sending/post-webhook.js';

export interface KeptReport {
  readonly request: WebhookRequest;
  /** What to call it in messages. */
  readonly title: string;
  /** How often sending it timed out. */
  readonly timeouts?: number;
}

export interface WaitingFile {
  readonly file: string;
  readonly bytes: number;
  /** When it was stored or last timed out. */
  readonly writtenAt: number;
}

export interface ListedReport {
  /** The beginning of the random part of its file's name. */
  readonly id: string;
  readonly title: string;
  readonly host: string;
  readonly kept_at: string;
  readonly bytes: number;
  /** How often sending it timed out. */
  readonly timeouts: number;
  readonly file: string;
}

/** Where a report was stored, and how many old ones were dropped to make room. */
export interface Kept {
  readonly queue: string;
  readonly file: string;
  readonly dropped: number;
}

/** Beyond this, the oldest reports of an integration are dropped, so that a dead service cannot fill the disk. */
const MAX_REPORTS = 1_000;
const MAX_BYTES = 64 * 1024 * 1024;
/** A draft this old belongs to a process that was killed while writing. */
const ABANDONED_MS = 24 * 60 * 60 * 1_000;

/**
 * Reports that have not been accepted, one file each, in one folder per integration. Every report is stored before it is
 * sent, so that neither a crash nor an unreachable service loses it, and its id makes a second attempt a duplicate.
 */
export function openOutbox(folder: string) {
  return {
    /** Stores a report behind the others of its integration; null if the folder cannot be written. */
    async keep(request: WebhookRequest, title: string): Promise<Kept | null> {
      const queue = join(folder, queueOf(request));
      const name = `${String(Date.now()).padStart(15, '0')}-${process.hrtime.bigint()}-${randomUUID()}`;
      const file = join(queue, `${name}.json`);
      try {
        await makeFolder(queue);
        await writeDurably(file, JSON.stringify({ title, request } satisfies KeptReport));
      } catch {
        return null;
      }
      return { queue, file, dropped: await dropOldest(queue) };
    },

    /** The folders of integrations with reports. */
    async queues(): Promise<string[]> {
      const entries = await list(folder);
      return entries.map((name) => join(folder, name));
    },

    /** The files of an integration's reports, oldest first. */
    async waiting(queue: string): Promise<WaitingFile[]> {
      const files = (await reportsIn(queue)).map((name) => join(queue, name));
      const found = await Promise.all(files.map(describe));
      return found.filter((file) => file !== null);
    },

    /** The report in a file; null if another process has sent it, or if the disk lost its content. */
    async read(file: string): Promise<KeptReport | null> {
      const report = await readReport(file);
      if (report === null) await this.remove(file);
      return report;
    },

    /** Records that sending a report timed out. */
    async noteTimeout(file: string, report: KeptReport): Promise<void> {
      await writeDurably(file, JSON.stringify({ ...report, timeouts: (report.timeouts ?? 0) + 1 }));
    },

    async remove(file: string): Promise<void> {
      await rm(file, { force: true });
    },

    async count(): Promise<number> {
      const queues = await this.queues();
      const counts = await Promise.all(queues.map(async (queue) => (await reportsIn(queue)).length));
      return counts.reduce((sum, each) => sum + each, 0);
    },

    async list(): Promise<ListedReport[]> {
      const queues = await Promise.all((await this.queues()).map((queue) => this.waiting(queue)));
      const listed = await Promise.all(
        queues.flat().map(async (file) => toListed(file, await readReport(file.file))),
      );
      return listed.filter((report) => report !== null).toSorted((a, b) => (a.kept_at < b.kept_at ? -1 : 1));
    },
  };
}

export type Outbox = ReturnType<typeof openOutbox>;

/** One queue per host and token: reports of one integration stay in order, and none waits for another integration. */
function queueOf({ url, headers }: WebhookRequest): string {
  const token = headers['x-webhook-token'] ?? headers['x-service-token'] ?? '';
  return createHash('sha256')
    .update(`${new URL(url).origin} ${token}`)
    .digest('hex')
    .slice(0, 16);
}

async function list(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).toSorted();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

async function reportsIn(queue: string): Promise<string[]> {
  return (await list(queue)).filter((name) => name.endsWith('.json'));
}

async function describe(file: string): Promise<WaitingFile | null> {
  return stat(file).then(
    ({ size, mtimeMs }) => ({ file, bytes: size, writtenAt: mtimeMs }),
    () => null,
  );
}

/** The name of a file begins with the time it was written and ends with a UUID. */
function toListed({ file, bytes }: WaitingFile, report: KeptReport | null): ListedReport | null {
  const [ms = '0', , id = ''] = basename(file, '.json').split('-');
  if (report === null) return null;
  const { title, request, timeouts = 0 } = report;
  const kept_at = new Date(Number(ms)).toISOString();
  return { id, title, host: new URL(request.url).origin, kept_at, bytes, timeouts, file };
}

async function readReport(file: string): Promise<KeptReport | null> {
  try {
    const report = JSON.parse(await readFile(file, 'utf8')) as KeptReport;
    return typeof report.request?.url === 'string' ? report : null;
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

async function dropOldest(queue: string): Promise<number> {
  await removeAbandonedDrafts(queue);
  const names = await reportsIn(queue);
  const sizes = await Promise.all(names.map(async (name) => (await describe(join(queue, name)))?.bytes ?? 0));
  let bytes = sizes.reduce((sum, size) => sum + size, 0);
  let dropped = 0;
  while (names.length - dropped > MAX_REPORTS || (bytes > MAX_BYTES && names.length - dropped > 1)) {
    bytes -= sizes[dropped] ?? 0;
    await rm(join(queue, names[dropped] ?? ''), { force: true });
    dropped += 1;
  }
  return dropped;
}

async function removeAbandonedDrafts(queue: string): Promise<void> {
  for (const name of await list(queue)) {
    if (!name.endsWith('.draft')) continue;
    const draft = join(queue, name);
    // Another process may have removed it.
    const { mtimeMs } = await stat(draft).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > ABANDONED_MS) await rm(draft, { force: true });
  }
}
