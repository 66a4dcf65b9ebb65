import { useEffect, useState } from 'react';

const signs = ['pointermove', 'pointerdown', 'keydown', 'click', 'change'] as const;

/**
 * True from the first pointer movement, touch, key or changed field on, since assistive technology may send no key.
 * Defers loading of code that only input needs.
 */
export function useIsSomebodyThere(): boolean {
  const [isThere, setIsThere] = useState(false);
  useEffect(() => {
    const heard = new AbortController();
    const onSign = () => {
      heard.abort();
      setIsThere(true);
    };
    for (const sign of signs) addEventListener(sign, onSign, { signal: heard.signal, capture: true });
    return () => heard.abort();
  }, []);
  return isThere;
}
