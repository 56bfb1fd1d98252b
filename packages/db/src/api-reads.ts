import { reads } from './registry.js';

type Reads = typeof reads;
type Intersection<U> = (U extends unknown ? (each: U) => void : never) extends (all: infer I) => void ? I : never;
type Bound<Read> = Read extends (on: never, ...rest: infer Rest) => infer Result
  ? (...rest: Rest) => Result
  : never;

/** A connection that every read can run on. */
type ReadHandle = Intersection<Parameters<Reads[keyof Reads]>[0]>;

/** The API's reads, with the first parameter of each already bound. */
export type ApiReads = { readonly [Name in keyof Reads]: Bound<Reads[Name]> };

export function apiReads(on: ReadHandle): ApiReads {
  const unbound: Readonly<Record<string, (on: ReadHandle, ...rest: never[]) => unknown>> = reads;
  const bound = Object.entries(unbound).map(([name, read]) => [name, (...rest: never[]) => read(on, ...rest)]);
  return Object.fromEntries(bound) as ApiReads;
}
