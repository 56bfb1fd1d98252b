import { PICKER_KEYS } from '../../parts/tasks/task-words.js';

/** Opens the picker that belongs to a key, inside an element. Returns whether there is one. */
export function openPicker(within: ParentNode | null, key: string): boolean {
  const name = PICKER_KEYS[key];
  if (name === undefined) return false;
  const button = within?.querySelector<HTMLElement>(`[data-picker="${name}"]`);
  button?.click();
  return button != null;
}
