/** The record that a read finds. */
export type Found<Read extends (...parameters: never[]) => unknown> = NonNullable<Awaited<ReturnType<Read>>>;

/** The record that a read lists. */
export type Listed<Read extends (...parameters: never[]) => unknown> =
  Found<Read> extends readonly (infer Record)[] ? Record : never;
