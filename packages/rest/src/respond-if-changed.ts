import { createHash } from 'node:crypto';
import type { ProjectRecord } from '@slipway/db';
import { isKnownTag, notModified, type Reply, versioned } from '@slipway/http';
import type { RestServices } from './services.js';

interface PageInput {
  readonly project: ProjectRecord;
  readonly services: Pick<RestServices, 'responseVersion'>;
  header(name: string): string | undefined;
}

interface VersionedPage<Version extends object, Row extends Version, Body> {
  /** Reads only the versions of the rows that `rows` would read. */
  versions(): Promise<readonly Version[]>;
  rows(): Promise<readonly Row[]>;
  /** Everything besides the project and the API itself on which the response depends. */
  versionOf(row: Version): string;
  present(rows: readonly Row[]): Body;
}

/** Responds with a page of a list, or with 304, without reading the rows, if the client has the page as it is. */
export async function respondIfChanged<Version extends object, Row extends Version, Body>(
  { project, services, header }: PageInput,
  { versions, rows, versionOf, present }: VersionedPage<Version, Row, Body>,
): Promise<Reply<Body>> {
  const tagOf = (read: readonly Version[]) => {
    const hash = createHash('sha1').update(services.responseVersion());
    for (const { name, ciphertext } of project.maskedValues) hash.update(`${name} ${ciphertext}\n`);
    return `W/"${hash.update(read.map(versionOf).join('\n')).digest('base64url')}"`;
  };
  const known = header('if-none-match');
  if (known !== undefined && !isReload(header('cache-control'))) {
    const tag = tagOf(await versions());
    if (isKnownTag(known, tag)) return notModified(tag);
  }
  const read = await rows();
  return versioned(present(read), tagOf(read));
}

/** A client that reloads wants the whole response. */
function isReload(cacheControl = ''): boolean {
  return /(?:^|,)\s*no-cache\s*(?:,|$)/.test(cacheControl);
}
