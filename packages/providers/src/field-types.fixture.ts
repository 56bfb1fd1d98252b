/**
 * How the fields of a provider's payloads react to a wrong type. `*` stands for any position in a list. Fields that are
 * not listed are details. A provider without this file gets a weaker test.
 */
export interface FieldTypes {
  /** Fields that identify the object or determine its state; some only in the event that precedes them. */
  readonly strict: readonly string[];
  /** Fields that accept several types. */
  readonly free?: readonly string[];
  /** Details whose absence clears the assignee or the state; a wrong type does not. */
  readonly clearing?: readonly string[];
}
