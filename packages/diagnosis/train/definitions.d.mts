/** The features, curve inputs and settings that no longer match the feature table. */
export function staleDefinitions(): string[];
