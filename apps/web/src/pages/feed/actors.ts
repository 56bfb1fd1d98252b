import type { ConsoleEvent } from '@slipway/contracts';
import { useMemo, useRef } from 'react';
import { providerLabel } from '../../ui/labels.js';

type Option = readonly [actor: string, name: string];

/** Everyone whose events were loaded, by name. While the feed shows only one of them, the others remain available. */
export function useActors(events: readonly ConsoleEvent[], chosen: string | undefined): readonly Option[] {
  const known = useRef(new Map<string, string>());
  return useMemo(() => {
    for (const { actor, actor_name: name } of events) known.current.set(actor, providerLabel(name));
    if (chosen !== undefined && !known.current.has(chosen)) known.current.set(chosen, chosen);
    return [...known.current].toSorted(([, a], [, b]) => a.localeCompare(b));
  }, [events, chosen]);
}
