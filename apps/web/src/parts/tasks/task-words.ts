export const STATES = [
  ['to_do', 'To do'],
  ['in_progress', 'In progress'],
  ['blocked', 'Blocked'],
  ['completed', 'Done'],
] as const;

export const TYPES = [
  ['bug', 'Bug'],
  ['feature', 'Feature'],
  ['chore', 'Chore'],
  ['art', 'Art'],
  ['content', 'Content'],
  ['balance', 'Balance'],
] as const;

export const PRIORITIES = [
  ['critical', 'Critical'],
  ['high', 'High'],
  ['medium', 'Medium'],
  ['low', 'Low'],
] as const;

export const stateLabel = (state: string) => STATES.find(([value]) => value === state)?.[1] ?? state;
export const priorityLabel = (priority: string) =>
  PRIORITIES.find(([value]) => value === priority)?.[1] ?? priority;
export const typeLabel = (type: string) => TYPES.find(([value]) => value === type)?.[1] ?? type;

/** The neighboring state on the board; undefined at either end. */
export function stateBeside(state: string, step: 1 | -1) {
  return STATES[STATES.findIndex(([value]) => value === state) + step]?.[0];
}
