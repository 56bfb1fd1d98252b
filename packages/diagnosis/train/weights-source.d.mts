/** Learns from the table of features. Returns the text of src/weights.ts. */
export function weightsSource(): string;
