/** Learns from the feature table and returns the text of src/weights.ts. */
export function weightsSource(): string;
