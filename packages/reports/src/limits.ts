/** Lengths are in characters. */
export interface ReportLimits {
  readonly tests: number;
  readonly depth: number;
  /** Of `path`, `name`, `suite` and `file`. */
  readonly nameLength: number;
  readonly messageLength: number;
  readonly detailsLength: number;
  readonly outputLength: number;
  /** Of all texts together that must wait for a later part of the file. */
  readonly heldLength: number;
}

export const DEFAULT_LIMITS: ReportLimits = {
  tests: 200_000,
  depth: 100,
  nameLength: 2_000,
  messageLength: 2_000,
  detailsLength: 32_000,
  outputLength: 64_000,
  heldLength: 32_000_000,
};
