/** What the table of features no longer agrees with: features, inputs of a curve, and settings. */
export function staleDefinitions(): string[];
