/** An answer that is not a plain 200. */
export class Reply<T> {
  readonly status: number;
  readonly body: T;
  readonly location: string | undefined;

  constructor(status: number, body: T, location?: string) {
    this.status = status;
    this.body = body;
    this.location = location;
  }
}

/** A plain success where the usual one is another. */
export function ok<T>(body: T): Reply<T> {
  return new Reply(200, body);
}

/** Something new was made; `location` is where to read it. */
export function created<T>(body: T, location?: string): Reply<T> {
  return new Reply(201, body, location);
}

/** Work was begun; the body tells how it stands. */
export function accepted<T>(body: T): Reply<T> {
  return new Reply(202, body);
}
