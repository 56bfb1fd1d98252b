import { createHash } from 'node:crypto';
import type { EndpointContract } from '@slipway/contracts';
import { type ApiReads, type ProjectRecord, versionOfPage } from '@slipway/db';
import { isKnownTag, notModified, type Reply, type SharedLookups, shareLookups, versioned } from '@slipway/http';
import type { RestServices } from './services.js';

interface PageInput {
  readonly project: ProjectRecord;
  readonly query: Readonly<Record<string, unknown>>;
  readonly services: Pick<RestServices, 'reads' | 'responseVersion'>;
  header(name: string): string | undefined;
}

/** A page that depends only on its list, the project and the query. */
interface VersionedPage<Row, Body> {
  readonly list: EndpointContract;
  /** Reads only the version of the page that `rows` would read. */
  version(): Promise<string>;
  rows(): Promise<readonly Row[]>;
  /** Everything besides the project and the API itself on which the response depends. */
  versionOf(row: Row): string;
  present(rows: readonly Row[]): Body;
}

/** Responds with a page of a list, or with 304, without reading the rows, if the client has the page as it is. */
export async function respondIfChanged<Row, Body>(
  { project, query, services, header }: PageInput,
  { list, version, rows, versionOf, present }: VersionedPage<Row, Body>,
): Promise<Reply<Body>> {
  const { reads, responseVersion } = services;
  const maskedValues = project.maskedValues.map(({ name, ciphertext }) => `${name} ${ciphertext}`);
  const salt = [responseVersion(), ...maskedValues].join('\n');
  const tagOf = (read: string) => `W/"${createHash('sha1').update(`${salt}\n${read}`).digest('base64url')}"`;
  const key = JSON.stringify([list.path, project.id, query, salt]);
  const known = header('if-none-match');
  if (known !== undefined && !isReload(header('cache-control'))) {
    const tag = tagOf(await shareRead(reads, `version ${key}`, version));
    if (isKnownTag(known, tag)) return notModified(tag);
  }
  return shareRead(reads, `page ${key}`, async () => {
    const read = await rows();
    return versioned(present(read), tagOf(versionOfPage(read.map(versionOf))));
  });
}

/** A client that reloads wants the whole response. */
function isReload(cacheControl = ''): boolean {
  return /(?:^|,)\s*no-cache\s*(?:,|$)/.test(cacheControl);
}

/** Reads from the replica are not shared with reads from the primary. */
const lookupsOf = new WeakMap<ApiReads, SharedLookups>();

/**
 * Reads something, or shares what other requests read at the same time under the same key. After a change, all open
 * pages of a project ask for the same rows at once.
 */
export function shareRead<Result>(reads: ApiReads, key: string, read: () => Promise<Result>): Promise<Result> {
  const share = lookupsOf.get(reads) ?? shareLookups();
  lookupsOf.set(reads, share);
  return share(key, read);
}
