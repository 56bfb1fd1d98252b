import { useEffect, useRef } from 'react';

function isTyping(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement | null;
  return target?.closest('input, textarea, select, [contenteditable="true"], [role="dialog"]') != null;
}

/** Calls the handler for a key pressed outside of text fields. `g h` means two keys, pressed within a second. */
export function useShortcuts(handlers: Readonly<Record<string, () => void>>): void {
  const current = useRef(handlers);
  current.current = handlers;
  useEffect(() => {
    let first = '';
    let pressedAt = 0;
    function onKey(event: KeyboardEvent): void {
      if (isTyping(event) || event.metaKey || event.ctrlKey || event.altKey) return;
      const pair = event.timeStamp - pressedAt < 1_000 ? `${first} ${event.key}` : event.key;
      const handler = current.current[pair] ?? current.current[event.key];
      first = event.key;
      pressedAt = event.timeStamp;
      if (handler === undefined) return;
      event.preventDefault();
      handler();
    }
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
