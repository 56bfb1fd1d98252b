export class Reply<T> {
  readonly status: number;
  readonly body: T;
  readonly headers: Readonly<Record<string, string>>;
  #json: Buffer | undefined;

  constructor(status: number, body: T, headers: Readonly<Record<string, string>> = {}) {
    this.status = status;
    this.body = body;
    this.headers = headers;
  }

  /** The body as JSON, written once for all requests that share the reply. */
  json(): Buffer {
    this.#json ??= Buffer.from(JSON.stringify(this.body) ?? '');
    return this.#json;
  }
}

/** A 200, for an endpoint whose usual status is different. */
export function ok<T>(body: T): Reply<T> {
  return new Reply(200, body);
}

/** A 201; `location` is the path of the new resource. */
export function created<T>(body: T, location?: string): Reply<T> {
  return new Reply(201, body, location === undefined ? {} : { Location: location });
}

/** A 202: work has started. */
export function accepted<T>(body: T): Reply<T> {
  return new Reply(202, body);
}

/** A 200 with its own version, instead of one that is computed from the body. */
export function versioned<T>(body: T, tag: string): Reply<T> {
  return new Reply(200, body, { ETag: tag });
}

/** A 304, which has no body: the client has the current version. */
export function notModified(tag: string): Reply<never> {
  return new Reply(304, undefined as never, { ETag: tag });
}

/** Whether a client's If-None-Match contains the version (RFC 9110, 13.1.2: W/ makes no difference). */
export function isKnownTag(ifNoneMatch: string, tag: string): boolean {
  const opaque = (text: string) => text.trim().replace(/^W\//, '');
  return ifNoneMatch.split(',').some((known) => opaque(known) === opaque(tag));
}
