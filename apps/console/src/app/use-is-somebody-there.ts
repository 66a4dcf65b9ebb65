import { useEffect, useState } from 'react';

const signs = ['pointermove', 'pointerdown', 'keydown', 'click'] as const;

/** True from the first pointer movement, touch or key on. Defers the loading of code that only input needs. */
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
