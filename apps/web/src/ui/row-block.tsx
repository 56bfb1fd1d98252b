import { type ReactNode, useEffect, useRef, useState } from 'react';

/** Rows that are kept this far outside the window, so that they are there before they are scrolled to. */
const MARGIN = '1500px';

interface RowBlockProps {
  /** The height of its rows before they are first rendered. */
  readonly estimatedHeight: number;
  /** Whether its rows are always rendered: in short lists, where the browser's search then finds them all. */
  readonly isKept: boolean;
  readonly isFirst: boolean;
  children(): ReactNode;
}

/** Some rows of a long table. They are rendered only near the window; elsewhere, their height takes their place. */
export function RowBlock({ estimatedHeight, isKept, isFirst, children }: RowBlockProps) {
  const element = useRef<HTMLTableSectionElement>(null);
  const height = useRef(estimatedHeight);
  const [isNear, setNear] = useState(isFirst || isKept);
  useEffect(() => {
    const block = element.current;
    if (block === null || isKept) return;
    const observer = new IntersectionObserver(
      (entries) => {
        const entry = entries.at(-1);
        if (entry === undefined) return;
        // A row that has the focus must not disappear.
        if (!entry.isIntersecting && block.contains(document.activeElement)) return;
        if (!entry.isIntersecting && block.childElementCount > 0) height.current = block.offsetHeight;
        setNear(entry.isIntersecting);
      },
      { rootMargin: MARGIN },
    );
    observer.observe(block);
    return () => observer.disconnect();
  }, [isKept]);
  const isShown = isNear || isKept;
  return (
    <tbody
      ref={element}
      className="block divide-y divide-line [tbody+&]:border-t [tbody+&]:border-line"
      style={isShown ? undefined : { height: height.current }}
    >
      {isShown && children()}
    </tbody>
  );
}
