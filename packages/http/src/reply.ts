/** A response with an explicit status. */
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

/** A 200, for an endpoint whose usual status is different. */
export function ok<T>(body: T): Reply<T> {
  return new Reply(200, body);
}

/** A 201; `location` is the path of the new resource. */
export function created<T>(body: T, location?: string): Reply<T> {
  return new Reply(201, body, location);
}

/** A 202: work has started. */
export function accepted<T>(body: T): Reply<T> {
  return new Reply(202, body);
}
