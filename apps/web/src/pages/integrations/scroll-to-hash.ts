import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Shows the section that the address names, once the page has loaded it. The router looks for it only before that. */
export function useScrollToHash(isLoaded: boolean): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (isLoaded && hash !== '') document.getElementById(hash)?.scrollIntoView();
  }, [isLoaded, hash]);
}
